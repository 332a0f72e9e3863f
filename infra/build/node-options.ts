/**
 * Options of Node for functions that stream. They parse a level's marks page after page, and a young generation of the
 * usual size would let the garbage of it double the memory before it is looked at.
 */
export const streamNodeOptions = '--max-semi-space-size=4';
