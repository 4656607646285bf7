"""Workbooks and tables of text: xlsx, xls and csv by way of the same sheets."""
