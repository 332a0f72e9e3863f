import { cardProofs } from '../term-reports/report-cards/card-proofs.ts';
import { cardProof } from './signed-cards/option.ts';

/** Fills the place of what proves a report card, for the roots that post or print. */
export const fillCardProof = (): void => cardProofs.fill({ 'signed-cards': cardProof });
