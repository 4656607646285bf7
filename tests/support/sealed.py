"""Office files with a password: newer ones sealed by msoffcrypto, workbooks of Excel 97 record by record
([MS-XLS] 2.2.10; [MS-OFFCRYPTO] 2.3.6 and 2.3.7)."""

from __future__ import annotations

import io
import struct
from hashlib import md5, sha1

import msoffcrypto
from msoffcrypto.method.ecma376_standard import ECMA376Standard
from msoffcrypto.method.rc4 import DocumentRC4, _makekey
from msoffcrypto.method.xor_obfuscation import DocumentXOR

_END, _FREE, _TABLE = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
_CLEAR = (0x809, 0x2F)
"""Records that stay as they are: BOF and FILEPASS."""
_SHEET = 0x85
_SALT = bytes(range(16))


def office(data: bytes, password: str) -> bytes:
    """A docx, xlsx or pptx as Office seals it (agile encryption)."""
    made = io.BytesIO()
    msoffcrypto.OfficeFile(io.BytesIO(data)).encrypt(password, made)
    return made.getvalue()


def workbook(stream: bytes, password: str, how: str) -> bytes:
    """A workbook of Excel 97 from its plain records. `how`: xor or rc4."""
    # A record that says nothing brings it to the size from which streams have sectors of their own.
    records = [*_records(stream), (0, bytes(max(0, 4096 - len(stream))))]
    pass_record = (0x2F, _xor_check(password) if how == "xor" else _rc4_check(password))
    shift = 4 + len(pass_record[1])
    moved = [(kind, struct.pack("<I", struct.unpack("<I", data[:4])[0] + shift) + data[4:] if kind == _SHEET else data)
             for kind, data in records]
    moved.insert(1, pass_record)
    plain = b"".join(struct.pack("<HH", kind, len(data)) + data for kind, data in moved)
    mixed = DocumentRC4.decrypt(password, _SALT, io.BytesIO(plain), 1024).read() if how == "rc4" else b""
    made, place = bytearray(), 0
    for kind, data in moved:
        made += plain[place : place + 4]
        place += 4
        if kind in _CLEAR:
            made += data
        else:
            clear = 4 if kind == _SHEET else 0
            hidden = mixed[place : place + len(data)] if how == "rc4" else _xored(data, password, place + len(data))
            made += data[:clear] + hidden[clear:]
        place += len(data)
    return compound(Workbook=bytes(made))


def _records(stream: bytes) -> list[tuple[int, bytes]]:
    found, place = [], 0
    while place < len(stream):
        kind, length = struct.unpack_from("<HH", stream, place)
        found.append((kind, stream[place + 4 : place + 4 + length]))
        place += 4 + length
    return found


def _xor_check(password: str) -> bytes:
    verifier = next(n for n in range(0x10000) if DocumentXOR.verifypw(password, n))
    return struct.pack("<HHH", 0, DocumentXOR.create_xor_key_method1(password), verifier)


def _xored(data: bytes, password: str, start: int) -> bytes:
    keys = DocumentXOR.create_xor_array_method1(password)
    return bytes(DocumentXOR.rol(byte, 5, 8) ^ keys[(start + n) % 16] for n, byte in enumerate(data))


def _rc4_check(password: str) -> bytes:
    from cryptography.hazmat.decrepit.ciphers.algorithms import ARC4
    from cryptography.hazmat.primitives.ciphers import Cipher

    verifier = bytes(range(16, 32))
    sealed = Cipher(ARC4(_makekey(password, _SALT, 0)), mode=None).encryptor().update(verifier + md5(verifier).digest())
    return struct.pack("<HHH", 1, 1, 1) + _SALT + sealed


def office_2007(data: bytes, password: str) -> bytes:
    """A docx, xlsx or pptx as Office 2007 seals it (standard encryption, AES with 128 bits; [MS-OFFCRYPTO] 2.3.4.5)."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    key = ECMA376Standard.makekey_from_password(password, 0x660E, 0x8004, 0x18, 128, 16, _SALT)
    header = struct.pack("<8I", 0x24, 0, 0x660E, 0x8004, 128, 0x18, 0, 0) + "AES\0".encode("utf-16-le")
    verifier = bytes(range(16, 32))

    def hidden(plain: bytes) -> bytes:
        return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(plain.ljust(-(-len(plain) // 16) * 16, b"\0"))

    info = struct.pack("<HHII", 4, 2, 0x24, len(header)) + header + struct.pack("<I", 16) + _SALT + hidden(verifier)
    info += struct.pack("<I", 20) + hidden(sha1(verifier).digest())
    package = struct.pack("<Q", len(data)) + hidden(data.ljust(4096, b"\0"))
    return compound(EncryptionInfo=info.ljust(4096, b"\0"), EncryptedPackage=package)


def compound(**streams: bytes) -> bytes:
    """A compound file of streams of at least 4,096 bytes each, in order of the lengths of their names ([MS-CFB],
    version 3: header, one sector of the allocation table, one of the directory, the streams)."""
    chain, starts = [_TABLE, _END], []
    for stream in streams.values():
        assert len(stream) >= 4096
        starts.append(len(chain))
        chain += [*range(len(chain) + 1, len(chain) + -(-len(stream) // 512)), _END]
    assert len(chain) <= 128
    header = struct.pack("<8s16xHHHHH6xIIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, 1, 0,
                         4096, _END, 0, _END, 0, 0)
    header += struct.pack("<108I", *[_FREE] * 108)
    allocation = struct.pack("<128I", *chain, *[_FREE] * (128 - len(chain)))

    def entry(title: str, kind: int, right: int, child: int, start: int, size: int) -> bytes:
        written = title.encode("utf-16-le")
        return struct.pack("<64sHBBIII36xIQ", written, len(written) + 2 if title else 0, kind, 1, _FREE, right, child,
                           start, size)

    directory = entry("Root Entry", 5, _FREE, 1, _END, 0)
    for place, (name, stream) in enumerate(streams.items()):
        directory += entry(name, 2, place + 2 if place + 1 < len(streams) else _FREE, _FREE, starts[place], len(stream))
    directory = directory.ljust(512, b"\0")
    return header + allocation + directory + b"".join(
        stream.ljust(-(-len(stream) // 512) * 512, b"\0") for stream in streams.values())
