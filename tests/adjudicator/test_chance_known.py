"""Exact known answers: HMACs that `openssl` gave, reduced by hand; words made up at the border."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator import chance as chance_module
from adjudicator.chance import (
    CoinFlip,
    Die,
    HmacChance,
    Lot,
    commitment,
    flip,
    in_words,
    prove,
    roll,
    shuffle,
)
from adjudicator.game import Event

SEED = bytes(range(32))
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
OPENSSL = {
    "k7f3:0": "89b9e2e9a778c59729cc449ce811ad5aa9295faedefbc28ad2cb545115bdee55",
    "k7f3:1": "96176b13ef02ee133ebedb5dbe7f1598c849f4219c4db3912485f564366b1426",
    "k7f3:2": "89feeb396b43267cc27aac48d11cd4dae633b9c359ebcf69b706aea8f512ec8c",
    "k7f3:3": "c68906520d4368d2d2be633d4cd62b2237e1f3ac53bdea3b8da652188d6a0ffa",
    "k7f3:4": "c3a1afa9d2580742c9315760ef3b06fa68c11173d6c38b698b967f9371134c29",
    "k7f3:5": "99f1347aedb14bfd5c22a1d60afcb2ab4c74b1c8c979a005d3d464aa7aafc0c1",
    "k7f3:6": "581a69982c1cf65d2dfd46247db52b41736373f06992612b24e569e22614eca6",
    "k7f3:7": "4576add2d16b53996e146ff99b6aec78617a23fde3278b4a69040cdc4a363a18",
    "k7f3:227": "a1eb9b94e74d7762ff0735a99a51876eea6120ba88890710f98b6ef6e24f120b",
    "k7f3:227:1": "90946b8552d1cb63845b68814e5bd0fabdd5780b25a35e89e34e8e26ed9f4cf6",
    "k7f3:2458": "baa9bd9bc2bb6c1ca0661540ba58f0c2ad83382fbbf830589c844644ba9d36d4",
    "k7f3:2458:1": "e637f40ec78e0419b7b7006a9ceee9f0cd11578b81533ff185992004917cd7ec",
    "k7f3:2458:2": "5cfb3f2c636381cc665a152ec773673cc2ee34e42bb6180f36f70cf68d70ba20",
}
"""printf '%s' MESSAGE | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f"""
HALF = 2**31 + 1
"""Of so many things words from 80000001 up are skipped: about every second."""


def test_coins_and_dice() -> None:
    """The last bit of 89b9e2e9 is 1; 0x89b9e2e9 = 2310660841 = 6 · 385110140 + 1; and so on."""
    coins = HmacChance(SEED, "k7f3")
    assert [flip(coins).heads for _ in range(8)] == [True, True, True, False, True, False, False, False]
    dice = HmacChance(SEED, "k7f3")
    assert [roll(dice).value for _ in range(8)] == [2, 6, 6, 1, 2, 5, 3, 1]
    sevens = HmacChance(SEED, "k7f3")
    assert [sevens.below(7) for _ in range(8)] == [6, 6, 4, 4, 0, 6, 5, 3]


def test_a_shuffle() -> None:
    """2310660841 mod 4 = 1: d with b; 2518117139 mod 3 = 2: c stays; 2315184953 mod 2 = 1: d stays."""
    order, lots = shuffle(HmacChance(SEED, "k7f3"), "abcd")
    assert "".join(order) == "adcb"
    assert [(lot.n, lot.of, lot.value) for lot in lots] == [(0, 4, 1), (1, 3, 2), (2, 2, 1)]


def test_words_of_later_blocks() -> None:
    """All eight words of result 227 are skipped, and the first of k = 1; of result 2458 all of k = 1 too."""
    assert HmacChance(SEED, "k7f3", 227).below(HALF) == 0x52D1CB63
    assert HmacChance(SEED, "k7f3", 2458).below(HALF) == 0x5CFB3F2C
    read = HmacChance(SEED, "k7f3").read(2458, HALF)
    text = OPENSSL["k7f3:2458"] + OPENSSL["k7f3:2458:1"] + OPENSSL["k7f3:2458:2"][:8]
    assert "".join(f"{word:08x}" for word in read) == text


def test_the_commitment() -> None:
    assert commitment(SEED) == COMMITMENT


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl here")
def test_openssl_says_the_same() -> None:
    for message in ("k7f3:0", "k7f3:2458:2"):
        command = ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{SEED.hex()}"]
        said = subprocess.run(command, input=message.encode(), capture_output=True, check=True, timeout=20)
        assert said.stdout.decode().split()[-1] == OPENSSL[message]
    said = subprocess.run(
        ["openssl", "dgst", "-sha256"], input=SEED, capture_output=True, check=True, timeout=20
    )
    assert said.stdout.decode().split()[-1] == COMMITMENT


# -- words made up


class Made:
    """HMACs made up: for each message its first words, then words that any reduction takes as 0."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **blocks: list[int]) -> None:
        self.blocks = {name.replace("_", ":"): words for name, words in blocks.items()}
        self.asked: list[str] = []
        monkeypatch.setattr(chance_module, "hmac", SimpleNamespace(new=self._new))

    def _new(self, key: bytes, message: bytes, method: Any) -> Any:
        assert key == SEED and method is hashlib.sha256
        self.asked.append(message.decode())
        words = [*self.blocks[message.decode()], *[0] * 8][:8]
        block = b"".join(word.to_bytes(4, "big") for word in words)
        return SimpleNamespace(digest=lambda: block)


LAST = 2**32 - 1
SKIP = [LAST] * 8
"""A block in which a die skips every word."""


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ([0], 1),
        ([5], 6),
        ([6], 1),
        ([2**31], 3),  # 2147483648 = 6 · 357913941 + 2
        ([0xFFFFFFFB], 6),  # the last word that counts: 4294967291 = 6 · 715827881 + 5
        ([0xFFFFFFFC, 3], 4),  # the first one that is skipped: it would be a 1
        ([0xFFFFFFFD, 3], 4),
        ([0xFFFFFFFE, 3], 4),
        ([LAST, 3], 4),
        ([LAST, 0xFFFFFFFC, 4], 5),
        ([LAST] * 7 + [1], 2),
    ],
)
def test_a_die_at_the_border(monkeypatch: pytest.MonkeyPatch, words: list[int], value: int) -> None:
    made = Made(monkeypatch, x_4=words)
    chance = HmacChance(SEED, "x", 4)
    assert roll(chance) == Die(n=4, value=value)
    assert chance.n == 5 and made.asked == ["x:4"], "what was skipped uses no number up"
    assert HmacChance(SEED, "x").read(4, 6) == tuple(words)


@pytest.mark.parametrize(
    ("of", "last_fair"),
    [
        (3, 0xFFFFFFFE),
        (5, 0xFFFFFFFE),
        (7, 0xFFFFFFFB),
        (10, 0xFFFFFFF9),
        (HALF, HALF - 1),
        (2**32 - 1, LAST - 1),
    ],
)
def test_other_borders(monkeypatch: pytest.MonkeyPatch, of: int, last_fair: int) -> None:
    Made(monkeypatch, x_0=[last_fair], x_1=[last_fair + 1, 1])
    chance = HmacChance(SEED, "x")
    assert [chance.below(of), chance.below(of)] == [last_fair % of, 1]
    assert (last_fair + 1) % of == 0, "up to there every result has as many words"


@pytest.mark.parametrize("of", [1, 2, 4, 8, 2**16, 2**32])
def test_powers_of_two_skip_nothing(monkeypatch: pytest.MonkeyPatch, of: int) -> None:
    Made(monkeypatch, x_0=[LAST, 0])
    assert HmacChance(SEED, "x").below(of) == of - 1


@pytest.mark.parametrize("word", [0, 1, 2, 3, 0x80000000, 0x80000001, LAST - 1, LAST])
def test_a_coin_is_the_lowest_bit_of_the_first_word(monkeypatch: pytest.MonkeyPatch, word: int) -> None:
    made = Made(monkeypatch, x_0=[word, 1 - (word & 1)])
    assert flip(HmacChance(SEED, "x")) == CoinFlip(n=0, heads=word % 2 == 1)
    assert made.asked == ["x:0"]


def test_blocks_follow_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Made(monkeypatch, x_9=SKIP, x_9_1=SKIP, x_9_2=[LAST, LAST, 4], x_10=[1])
    chance = HmacChance(SEED, "x", 9)
    assert [roll(chance).value, roll(chance).value] == [5, 2]
    assert made.asked == ["x:9", "x:9:1", "x:9:2", "x:10"]


def test_a_proof_tells_what_was_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    Made(monkeypatch, x_0=[1], x_1=[LAST, 0xFFFFFFFC, 7], x_2=[8])
    events: list[Event] = [
        CoinFlip(n=0, heads=True, seat="red"),
        Event(),
        Die(n=1, value=2),
        Lot(n=2, of=3, value=1),
    ]
    proofs = prove(SEED, "x", events)
    assert [(proof.n, proof.message, proof.words, proof.ok) for proof in proofs] == [
        (0, "x:0", (1,), True),
        (1, "x:1", (LAST, 0xFFFFFFFC, 7), True),
        (2, "x:2", (8,), False),
    ]
    assert proofs[2].truth == Lot(n=2, of=3, value=2)
    assert [in_words(proof.event) for proof in proofs] == [
        ("flip", "heads"),
        ("roll", "2"),
        ("lot", "1 of 0-2"),
    ]
    with pytest.raises(TypeError, match="no result of chance"):
        in_words(Event())
