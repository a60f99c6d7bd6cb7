"""Every number of Azul Duel, once. Plates, chips and tablets are in `components`."""

import numpy as np

PLAYERS = 2
COLOURS = 5
NO_COLOUR = 5  # of an empty line, and of a multicoloured space without a tile
TILES_PER_COLOUR = 13
NOBODY = 255
LAST_ROUND = 5
STARTING_SCORE = 5

SMALL_FACTORIES = 4
LARGE = 0  # source 0; sources 1 to 4 are the suns of the small factories
MOON = 5  # source 5: all moons together
SOURCES = 6
OFFERED_BITS = 10  # of `offered`, for each colour: there is room for more sources
TILES_ON_LARGE = 5
TILES_ON_SMALL = 4
TILES_DEALT = TILES_ON_LARGE + SMALL_FACTORIES * TILES_ON_SMALL
MAX_DEALT = TILES_DEALT + SMALL_FACTORIES  # and a chip for each small factory

LINES = 6
BROKEN = 6  # destination 6; destinations 0 to 5 are the pattern lines
DESTINATIONS = 7
BROKEN_SPACES = 4
BROKEN_PENALTY = np.array([0, 1, 3, 6, 10], np.int16)  # in all, by number of broken tiles
STARTING_TILE_PENALTY = 2

DOME = 6  # rows and columns of the dome
DOME_SPACES = 9  # spaces for plates
PLATES_ACROSS = 3
TURNS = 4  # ways to lay a plate
DISPLAY = 3
TOKENS = 2
DRAW_COST = 1
CHIPS_PER_ROUND = 2
PAIR = 2  # chips of the colour for a missing tile
TRIPLE = 3  # chips of any kind for a missing tile

# Phases: whose decision, or what happens next
SETUP, ACQUIRE, STACK, DRAW, KEEP, PLACE, RETURN, PAY, SPACE, TILING, DEAL, OVER = range(12)

# Numbers of the decisions, version 1
TAKE = 0  # (source * 5 + colour) * 7 + destination
ORDER = 210  # + number of the order of the stack, 0 to 5
PLATE = 216  # + plate: take from the display, keep, or put back
DRAW_PLATE = 234
STOP = 235
DRAW_OR_STOP = 0b11  # both, as a set counted from DRAW_PLATE
PLACE_PLATE = 236  # + dome space * TURNS + quarter turns
TAKE_CHIP = 272  # + small factory 0 to 3
COLUMN = 276  # + column 0 to 5
PAY_CHIP = 282  # + kind of chip
DONE = 292
SAVE = 293
PASS = 294
DECISIONS = 295
