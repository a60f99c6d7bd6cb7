"""The colours of tiles and spaces, by their letters."""

# letter: (background, letter colour, background and letter colour of an empty space)
PAINTS = {
    "B": ("#2f6fd6", "#ffffff", "#15233d", "#6fa0ea"),
    "Y": ("#f5c92a", "#2a2000", "#372d0e", "#cfae48"),
    "R": ("#d42a2a", "#ffffff", "#3b1716", "#e67c78"),
    "K": ("#4a4a55", "#ffffff", "#26262c", "#a2a2ae"),
    "W": ("#eaf1f3", "#0d5f6e", "#2b393d", "#c3d5da"),
    "T": ("#22b3a4", "#00211d", "#0e332f", "#55bdb2"),
    "J": ("#9355cc", "#ffffff", "#2b1b3b", "#b58ade"),
    "*": ("#9355cc", "#ffffff", "#2b1b3b", "#c9a6ea"),
    "S": ("#f6efdc", "#7a4a00", "#38301f", "#f0dfb4"),
    "M": ("#ffffff", "#101010", "#303030", "#d0d0d0"),
}
