/**
 * The data that the server gives a board; `web/board` makes it.
 *
 * @typedef {[number, number, number, number]} Box  left, top, width and height; of a guide, two points
 *
 * @typedef {object} Site
 * @property {string} name
 * @property {string} place  its name in words
 * @property {string} said  what stands there, in words
 * @property {number} x
 * @property {number} y
 * @property {number} size
 * @property {string} shape
 * @property {boolean} [optional]  there only while some move touches it
 * @property {boolean} [quiet]  passed over while it is empty
 * @property {boolean} [mid]  on a tone between white and black
 * @property {string} [inside]  the site of the piece that it is a hole of
 * @property {string} [text]
 * @property {Box[]} [guides]
 * @property {boolean} [taken]  something stands there
 *
 * @typedef {object} Still
 * @property {string} svg
 * @property {string} title
 * @property {Box} box
 * @property {Box} narrow  that of the picture when its coordinates stand near
 * @property {number} unit
 * @property {number[]} turns
 * @property {Record<string, string>} shapes
 * @property {Site[]} sites
 * @property {Record<string, string>} words
 *
 * @typedef {{name: string, said: string, taken: boolean}} Content
 * @typedef {{name: string, said: string, marks: string[], svg?: string, text?: string}} SupplySite
 * @typedef {{title: string, note: string, player: number | null, sites: SupplySite[]}} Card
 *
 * @typedef {object} Choices
 * @property {string[][]} steps
 * @property {[string, number[]][]} moves
 * @property {Record<string, string>} rings
 * @property {Record<string, string[]>} ghosts
 * @property {string} tone
 *
 * @typedef {object} State
 * @property {string} board
 * @property {Record<string, string>} looks  single pieces by their letters, for stacks spread out
 * @property {string[]} origin  where the last move came from
 * @property {string[]} last  where it went to
 * @property {Content[]} contents
 * @property {Site[]} holes
 * @property {Card[]} cards
 * @property {Choices | null} [choices]  only for who is to move
 */

export {};
