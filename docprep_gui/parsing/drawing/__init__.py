"""DrawingML (ECMA-376 part 1, 20 and 21), as slides and Word files hold it: texts of shapes, charts, SmartArt."""
