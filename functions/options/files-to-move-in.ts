/** Files of other formats that a school moves in with. */
export const filesToMoveInParts = {};
