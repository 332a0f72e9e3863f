/** In place of every registration below `options/` in a build of the core alone: nothing fills its places. */
export const cardProofParts = {};
export const cardReaderParts = {};
export const cardSignatureParts = {};
export const entranceParts = {};
export const erasureParts = { rules: {}, files: {} };
export const figureCheckParts = {};
export const filesToMoveInParts = {};
export const idsOfFilesParts = {};
export const keeperParts = {};
export const namedFilesParts = {};
export const noticeParts = {};
export const openFindingParts = {};
export const pastRecordParts = {};
export const postingGuardParts = {};
export const recordKindParts = {};
export const sectionParts = {};
export const sessionParts = {};
