import { checkFigures as ofTruthCheck } from './truth-check/figure-check.ts';

/** What computes the figures of report cards a second time. */
export const figureCheckParts = { 'truth-check': ofTruthCheck };
