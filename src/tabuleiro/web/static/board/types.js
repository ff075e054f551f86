/**
 * The data that the server gives a board. Written by `python tools/wire_types.py` from
 * `web/board/schema.py`; do not edit it by hand.
 *
 * @typedef {[number, number, number, number]} Box
 *
 * @typedef {object} SiteData
 *   A site of the board: `place` is its name in words, `said` what stands there in words. An
 *   `optional` site is there only while some move touches it; a `quiet` one is skipped while it is
 *   empty; `mid` means a tone between white and black; `inside` is the site of the piece that it is
 *   a hole of.
 * @property {string} name
 * @property {string} place
 * @property {string} said
 * @property {number} x
 * @property {number} y
 * @property {number} size
 * @property {string} shape
 * @property {boolean} [optional]
 * @property {boolean} [quiet]
 * @property {boolean} [mid]
 * @property {string} [inside]
 * @property {string} [text]
 * @property {Box[]} [guides]
 *
 * @typedef {object} Still
 *   What never changes in a game. `narrow` is the box for narrow screens, where coordinates are
 *   nearer to the board; `turns` are the quarter turns that the board can be shown in; `shapes` the
 *   outlines of free sites about (0, 0).
 * @property {string} svg
 * @property {string} title
 * @property {Box} box
 * @property {Box} narrow
 * @property {number} unit
 * @property {number[]} turns
 * @property {Record<string, string>} shapes
 * @property {SiteData[]} sites
 * @property {Record<string, string>} words
 *
 * @typedef {object} Content
 *   What stands on a site that is not as on the empty board.
 * @property {string} name
 * @property {string} said
 * @property {boolean} taken
 *
 * @typedef {object} SupplySite
 *   A site beside the board, with its picture, or the text of a handle.
 * @property {string} name
 * @property {string} said
 * @property {string} [svg]
 * @property {string} [text]
 * @property {string[]} marks
 *
 * @typedef {object} CardData
 *   A supply beside the board.
 * @property {string} title
 * @property {string} note
 * @property {number | null} player
 * @property {SupplySite[]} sites
 *
 * @typedef {object} Moving
 *   What a state shows. `board` is the moving layer of the picture; `looks` are the pieces of
 *   stacks, each alone, by their letters; `origin` and `last` are where the last move came from and
 *   went to; `holes` are the sites that come and go with the pieces they are in.
 * @property {string} board
 * @property {Record<string, string>} looks
 * @property {string[]} origin
 * @property {string[]} last
 * @property {Content[]} contents
 * @property {SiteData[]} holes
 * @property {CardData[]} cards
 *
 * @typedef {object} Choices
 *   The legal moves: each with the steps, by their numbers, that a player touches to make it. A
 *   step is a list of sites of which any may be touched. `rings` are the outlines around steps that
 *   hold pieces; `ghosts` the sites that a move would fill, by its place in `moves`, in the colour
 *   `tone`.
 * @property {string[][]} steps
 * @property {[string, number[]][]} moves
 * @property {Record<string, string>} rings
 * @property {Record<string, string[]>} ghosts
 * @property {string} tone
 *
 * @typedef {SiteData & {taken?: boolean}} Site  with whether something stands there
 * @typedef {CardData} Card
 * @typedef {Moving & {choices?: Choices | null}} State  with the choices for who is to move
 */

export {};
