import type { CardProofs } from '../../term-reports/report-cards/card-proofs.ts';

/**
 * Report cards that prove themselves (rule 57). What signs is heavy, and is loaded where there is something to sign.
 */
export const cardProof: CardProofs = {
  freeze: async (...frozen) => (await import('./proofs/sign-cards.ts')).freezeProofs(...frozen),
  posted: async (...posted) => (await import('./proofs/status-lists.ts')).writeStatusListActions(...posted),
  print: async (proof) => (await import('./proofs/printed-proof.ts')).printProof(proof),
  room: async () => (await import('./proofs/printed-proof.ts')).leaveRoom(),
  answerFor: async (...file) => (await import('./proofs/answer-for-file.ts')).answerForFile(...file),
};
