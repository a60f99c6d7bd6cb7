"""What anybody could work out from a table, in the forms that both games share."""

import msgspec


class Opening(msgspec.Struct, forbid_unknown_fields=True):
    """A free space for the tile of a full line, and the points that the tile brings there as the board is now."""

    row: int
    column: int
    points: int
