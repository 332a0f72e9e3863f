import type { OwnAnswers, Row } from '../../own-answers.ts';

/** A teacher's own classes. */
export const ownOfSignOff: OwnAnswers = {
  'GET /api/report-signatures-classes': {
    shows: (body) => (body as { classes: Row[] }).classes.map(({ class_id, signs_as }) => `${class_id} ${signs_as}`),
    to: {
      T1: ['1A form teacher'],
      T2: [],
      T3: ['1A dean', '1B dean'],
      T4: ['4A form teacher'],
      T5: ['4A dean'],
      T6: ['1B dean', '4B form teacher'],
    },
  },
  'GET /api/class-council (one’s own)': {
    shows: (body) => (body as { classes: Row[] }).classes.map(({ class_id }) => String(class_id)),
    to: { T1: [], T2: [], T3: ['1A', '1B'], T4: [], T5: ['4A'], T6: ['1B'] },
  },
};
