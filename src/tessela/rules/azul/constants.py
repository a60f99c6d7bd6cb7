"""Every number of Azul, once."""

import numpy as np

COLOURS = 5
JOKER = 5  # the kind after the five colours
NO_COLOUR = 5  # of a line that is empty or holds jokers only
ROWS = 5
COLUMNS = 5
MAX_PLAYERS = 4
NOBODY = 255

TILES_PER_COLOUR = 20
FACTORIES = np.array([0, 0, 5, 7, 9], np.int8)  # by number of players
TILES_PER_FACTORY = 4
MAX_DEALT = 36
JOKER_TILES = np.array([0, 0, 5, 10, 10], np.int8)
REMOVED_PER_COLOUR = np.array([0, 0, 1, 2, 2], np.int8)

CENTRE = 0  # place 0; places 1 to 9 are the factories
PLACES = 10
OFFERED_BITS = PLACES  # of `offered`, for each kind
FLOOR = 5  # destination 5; destinations 0 to 4 are the pattern lines
DESTINATIONS = 6

FLOOR_SPACES = 7
FLOOR_PENALTY = np.array([0, 1, 2, 4, 6, 8, 11, 14], np.int16)  # in all, by number of spaces taken
MARKER = 7  # on a floor space: kind + 1 for a tile, 7 for the marker, 0 for nothing

ROW_BONUS = 2
COLUMN_BONUS = 7
COLOUR_BONUS = 10

# Phases: whose decision, or what happens next
OFFER, DROP, SPACE, TILING, DEAL, OVER = range(6)

# Numbers of the decisions, version 1
TAKE = 0  # (place * 5 + colour) * 6 + destination: a colour alone
TAKE_JOKERS = 300  # place * 6 + destination: the jokers alone
TAKE_BOTH = 360  # (place * 5 + colour) * 6 + destination: a colour and the jokers
DROP_JOKERS = 660  # + how many of the excess tiles are jokers, 0 to 10
COLUMN = 671  # + column 0 to 4
DECISIONS = 676
