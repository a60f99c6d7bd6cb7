"""Action A: a plate from the display or from the pile, and its place on the dome."""

from tessela.compiled import kernel
from tessela.rules.duel.components import CELL_OF, IS_SPECIAL, NO_PLATE, PLATE_SPACES
from tessela.rules.duel.constants import (
    ACQUIRE,
    DISPLAY,
    DRAW,
    DRAW_COST,
    KEEP,
    PLACE,
    PLACE_PLATE,
    RETURN,
    SETUP,
    TURNS,
)
from tessela.rules.duel.turns import end_turn

BACK_KNOWN = 4  # in `pile_seen`


@kernel
def display_size(state):
    """How many plates lie on the display."""
    number = 0
    for place in range(DISPLAY):
        if state.display[place] != NO_PLATE:
            number += 1
    return number


@kernel
def take_from_display(state, plate):
    """Take an open plate; during the set-up this costs no token."""
    if state.phase == ACQUIRE:
        state.tokens[state.to_move] -= 1
    for place in range(DISPLAY):
        if state.display[place] == plate:
            state.display[place] = NO_PLATE
    state.pending_plate = plate
    state.phase = PLACE


@kernel
def refill_display(state):
    """Fill the empty places of the display from the top of the pile."""
    for place in range(DISPLAY):
        if state.display[place] == NO_PLATE and state.pile_size > 0:
            state.display[place] = take_top(state)


@kernel
def take_top(state):
    """The plate on top leaves the pile, and everyone sees the back of the next."""
    size = int(state.pile_size) - 1
    plate = int(state.pile[size])
    state.pile[size] = NO_PLATE
    state.pile_seen[size] = 0
    state.pile_size = size
    show_top(state)
    return plate


@kernel
def show_top(state):
    """The back of the top plate is public."""
    if state.pile_size > 0:
        state.pile_seen[int(state.pile_size) - 1] |= BACK_KNOWN


@kernel
def can_begin_draw(state):
    """Whether the player may place a token for the pile: a point to pay, or none and no open plate left either."""
    player = int(state.to_move)
    if state.tokens[player] == 0 or state.pile_size == 0:
        return False
    return state.score[player] >= DRAW_COST or display_size(state) == 0


@kernel
def begin_draw(state):
    """Place a token and draw the first plate; a draw without a point to pay is the only one."""
    player = int(state.to_move)
    state.tokens[player] -= 1
    if state.score[player] < DRAW_COST:
        draw_plate(state)
        stop_drawing(state)
    else:
        pay_and_draw(state)


@kernel
def pay_and_draw(state):
    """Pay for a plate and draw it unseen; who cannot draw on stops."""
    player = int(state.to_move)
    state.score[player] -= DRAW_COST
    draw_plate(state)
    state.phase = DRAW
    if state.score[player] < DRAW_COST or state.pile_size == 0:
        stop_drawing(state)


@kernel
def draw_plate(state):
    """The top plate goes to the player's hand."""
    size = int(state.drawn_size)
    state.drawn[size] = take_top(state)
    state.drawn_size = size + 1


@kernel
def stop_drawing(state):
    """The fronts are seen: one plate is kept."""
    state.from_pile = 1
    if state.drawn_size == 1:
        keep(state, int(state.drawn[0]))
    else:
        state.phase = KEEP


@kernel
def keep(state, plate):
    """Keep one of the drawn plates, to be placed at once."""
    take_from_hand(state, plate)
    state.pending_plate = plate
    state.phase = PLACE


@kernel
def take_from_hand(state, plate):
    """A plate leaves the drawn ones, which stay in order."""
    size = int(state.drawn_size)
    behind = False
    for i in range(size):
        if state.drawn[i] == plate:
            behind = True
        if behind:
            state.drawn[i] = state.drawn[i + 1] if i + 1 < size else NO_PLATE
    state.drawn_size = size - 1


@kernel
def place(state, action):
    """Put the pending plate on a dome space, turned."""
    dome_space = (action - PLACE_PLATE) // TURNS
    turn = (action - PLACE_PLATE) % TURNS
    put_on_dome(state, int(state.to_move), dome_space, int(state.pending_plate), turn)
    state.pending_plate = NO_PLATE
    state.from_pile = 0
    if state.round_number == 0:
        next_set_up_plate(state)
    elif state.drawn_size > 0:
        begin_return(state)
    else:
        end_turn(state)


@kernel
def put_on_dome(state, player, dome_space, plate, turn):
    """The four cells of a dome space get their kinds."""
    state.plates[player, dome_space] = plate
    state.turns[player, dome_space] = turn
    for i in range(4):
        state.spaces[player, PLATE_SPACES[plate, turn, i]] |= 1 << int(CELL_OF[dome_space, i])


@kernel
def next_set_up_plate(state):
    """The display is refilled; after the second player has begun, the starting player places a plate, then round 1 begins."""
    refill_display(state)
    if state.to_move != state.first_player:
        state.to_move = state.first_player
        state.phase = SETUP
    else:
        state.round_number = 1
        state.phase = ACQUIRE


@kernel
def begin_return(state):
    """The other drawn plates go back under the pile."""
    specials = 0
    for i in range(state.drawn_size):
        specials += int(IS_SPECIAL[state.drawn[i]])
    state.same_backs = 1 if specials == 0 or specials == state.drawn_size else 0
    state.phase = RETURN
    return_rest(state)


@kernel
def put_back(state, plate):
    """The chosen plate goes under the pile next."""
    put_under(state, plate)
    return_rest(state)


@kernel
def put_under(state, plate):
    """Put one plate under the pile; only its owner knows which."""
    take_from_hand(state, plate)
    size = int(state.pile_size)
    for i in range(size, 0, -1):
        state.pile[i] = state.pile[i - 1]
        state.pile_seen[i] = state.pile_seen[i - 1]
    state.pile[0] = plate
    state.pile_seen[0] = (1 << int(state.to_move)) | (BACK_KNOWN if state.same_backs != 0 else 0)
    state.pile_size = size + 1
    show_top(state)


@kernel
def return_rest(state):
    """A single plate left in hand goes back by itself, and with the last one the turn ends."""
    if state.drawn_size == 1:
        put_under(state, int(state.drawn[0]))
    if state.drawn_size == 0:
        state.same_backs = 0
        end_turn(state)
