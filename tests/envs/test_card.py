"""A batch on a graphics card plays byte for byte the games of one on the processor, and shares its arrays without a copy."""

import os
import subprocess
import sys

import numpy as np
import pytest

from tessela.envs import Batch, dlpack
from tessela.envs.card import open_card
from tessela.extras import MissingExtraError
from tessela.game.errors import IllegalMoveError, OptionError
from tests.envs.card import VARIANTS, compare
from tests.patience import PATIENCE


def no_card() -> str:
    """Why there is no card to test; nothing if there is one."""
    try:
        open_card()
    except (MissingExtraError, OptionError) as error:
        return str(error)
    return ""


NO_CARD = no_card()
with_card = pytest.mark.skipif(bool(NO_CARD), reason=f"no graphics card: {NO_CARD}")


def test_the_simulator_of_numba_agrees():
    """Where there is no card: the same functions, thread by thread, as plain Python."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "TESSELA_KERNELS": "python"}
    command = [sys.executable, "-W", "ignore", "-m", "tests.envs.card", "5", "4"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.stdout.splitlines() == [f"{variant}: equal, 0 games ended" for variant in VARIANTS], ran.stderr


@pytest.mark.skipif(not NO_CARD, reason="there is a graphics card")
def test_without_a_card_it_says_so():
    with pytest.raises((MissingExtraError, OptionError), match="graphics card"):
        Batch(games=1, device="cuda")


def test_capsules_that_nobody_takes_are_let_go():
    memory = np.zeros(3, np.float32)
    capsule = dlpack.capsule(memory, memory.ctypes.data, memory.shape, memory.dtype, 0)
    assert len(dlpack._lent) == 1
    del capsule
    assert not dlpack._lent


@with_card
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_as_the_processor_does(variant):
    name, options = VARIANTS[variant]
    assert compare(name, options, 3000, 300, every=50) > 1000


@with_card
def test_what_is_not_legal_is_found_when_somebody_asks():
    batch = Batch(games=300, seed=4, device="cuda")
    actions = np.asarray(batch.sample()).copy()
    actions[[70, 200]] = np.flatnonzero(~np.asarray(batch.masks)[70])[0]
    batch.step(actions)
    with pytest.raises(IllegalMoveError, match="in game 70 of the batch"):
        batch.check()
    batch.check()
    with pytest.raises(OptionError, match="decisions must be 300 whole numbers"):
        batch.step(np.zeros(299, np.int64))


@with_card
@pytest.mark.parametrize("library", ["torch", "jax"])
def test_arrays_are_shared(library):
    module = pytest.importorskip(library, reason=f"{library} is not installed")
    batch = Batch(games=64, seed=4, device="cuda")
    share = module.from_dlpack if library == "torch" else module.dlpack.from_dlpack
    observations, masks = share(batch.observations), share(batch.masks)
    address = observations.data_ptr() if library == "torch" else observations.unsafe_buffer_pointer()
    assert address == batch.observations.memory.device_ctypes_pointer.value
    assert (observations.shape, str(masks.dtype).rpartition(".")[2]) == ((64, 181), "bool")
    actions = masks.byte().argmax(1) if library == "torch" else module.numpy.argmax(masks, axis=1)
    batch.step(actions)
    batch.check()
    assert np.asarray(batch.observations).any()
