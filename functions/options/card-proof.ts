import { cardProof as ofSignedCards } from './signed-cards/option.ts';

/** What proves a report card. */
export const cardProofParts = { 'signed-cards': ofSignedCards };
