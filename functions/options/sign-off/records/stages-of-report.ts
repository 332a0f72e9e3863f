import { type Stage, type StageState, stages } from '#shared/options/sign-off/stages.ts';
import { type ReportSignaturesItem, type Signature, signatureOf } from './report-signatures.ts';
import { type ChangedField, listChangedFields, type SignedContents } from './signed-contents.ts';

/** A stage of a report. */
export interface StageOfReport {
  stage: Stage;
  state: StageState;
  signature: Signature | undefined;
  /** What is not as it was signed. */
  changed: ChangedField[];
}

export interface StagesOfReport {
  stages: StageOfReport[];
  /** Whose turn it is; null where all have signed. */
  awaits: Stage | null;
}

/**
 * How far a report is (rule 65). What changed after a signature makes it fall back, and it stands again where the field
 * is again as it was signed. A stage that stands behind one that does not waits for it. Pure.
 */
export function stagesOfReport(signatures: ReportSignaturesItem | undefined, now: SignedContents): StagesOfReport {
  const all = stages.map((stage): StageOfReport => {
    const signature = signatureOf(signatures, stage);
    const changed = signature ? listChangedFields(signature.of, now, stage) : [];
    const state = !signature ? 'open' : changed.length > 0 ? 'fell back' : 'signed';
    return { stage, state, signature, changed };
  });
  return { stages: all, awaits: all.find(({ state }) => state !== 'signed')?.stage ?? null };
}

/** Whether a stage may be signed: those before it stand. Pure. */
export const isReadyFor = (stage: Stage, { stages: all }: StagesOfReport): boolean =>
  all.slice(0, stages.indexOf(stage)).every(({ state }) => state === 'signed');

/** Whether a stage stands, with all before it. Pure. */
export const standsFor = (stage: Stage, { stages: all }: StagesOfReport): boolean =>
  all.slice(0, stages.indexOf(stage) + 1).every(({ state }) => state === 'signed');
