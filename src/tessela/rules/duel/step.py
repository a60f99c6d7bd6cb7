"""One decision, and all that follows from it without anyone deciding."""

from tessela.compiled import kernel
from tessela.rules.duel.chips import take_chip
from tessela.rules.duel.constants import (
    ACQUIRE,
    COLOURS,
    DESTINATIONS,
    DRAW,
    DRAW_PLATE,
    KEEP,
    MOON,
    ORDER,
    PAY,
    PLACE,
    PLATE,
    RETURN,
    SETUP,
    SPACE,
    STACK,
    TAKE_CHIP,
)
from tessela.rules.duel.moon import take_from_moon
from tessela.rules.duel.plates import (
    begin_draw,
    keep,
    pay_and_draw,
    place,
    put_back,
    stop_drawing,
    take_from_display,
)
from tessela.rules.duel.round import advance
from tessela.rules.duel.sun import order_stack, take_from_sun
from tessela.rules.duel.tiling import choose_space, pay
from tessela.rules.duel.turns import pass_turn


@kernel
def decide(state, action):
    """Carry out a legal decision, and nothing more."""
    phase = state.phase
    if phase == ACQUIRE:
        take_turn(state, action)
    elif phase == PLACE:
        place(state, action)
    elif phase == STACK:
        order_stack(state, action)
    elif phase == PAY:
        pay(state, action)
    elif phase == SPACE:
        choose_space(state, action)
    elif phase == SETUP:
        take_from_display(state, action - PLATE)
    elif phase == DRAW:
        if action == DRAW_PLATE:
            pay_and_draw(state)
        else:
            stop_drawing(state)
    elif phase == KEEP:
        keep(state, action - PLATE)
    elif phase == RETURN:
        put_back(state, action - PLATE)


@kernel
def take_turn(state, action):
    """One of the four actions of phase 1, or a pass."""
    if action < ORDER:
        source = action // (COLOURS * DESTINATIONS)
        colour = action // DESTINATIONS % COLOURS
        if source == MOON:
            take_from_moon(state, colour, action % DESTINATIONS)
        else:
            take_from_sun(state, source, colour, action % DESTINATIONS)
    elif action < DRAW_PLATE:
        take_from_display(state, action - PLATE)
    elif action == DRAW_PLATE:
        begin_draw(state)
    elif action < TAKE_CHIP + 4:
        take_chip(state, action)
    else:
        pass_turn(state)


@kernel
def apply_move(state, action):
    """Carry out a legal decision and the tiling that follows, up to the next decision, deal or end."""
    decide(state, action)
    while advance(state):
        pass
