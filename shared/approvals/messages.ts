import { displayDate } from '../terms/display-date.ts';

/** Wordings of approval by a second administrator. Moments are in the school's time, yyyy-MM-dd HH:mm:ss. */
export const approvalMessages = {
  needed: 'In this school a second administrator approves this. Ask for it first.',
  notUsed: 'In this school this is confirmed by its number.',
  notHeavy: 'This needs nobody’s approval: nothing of it is incomplete.',
  nobodyElse: 'No other administrator may approve this: somebody else must have this menu first.',
  waiting: (by: string, at: string) =>
    `${by} has asked for this already, ${momentOf(at)}. It waits for a second administrator.`,
  askedYourself: 'You have asked for this already. It waits for a second administrator.',
  own: 'You have asked for this yourself: another administrator approves it.',
  /** Only who asked withdraws. */
  notOwn: 'Somebody else has asked for this: refuse it, and say why.',
  expired: 'Nobody approved this within a day. Ask for it again.',
  changed: 'What was asked for has changed meanwhile. Ask for it again.',
  askerGone: (name: string) => `${name}, who asked for this, may no longer do it. Ask for it yourself.`,
  answered: (as: 'approved' | 'refused' | 'withdrawn', by: string, at: string) => {
    const done = as === 'withdrawn' ? `has withdrawn what was asked for` : `has ${as} this`;
    return `${by} ${done} meanwhile, ${momentOf(at)}. Please look again.`;
  },
  gone: 'Nobody asks for this any more. Please look again.',
} as const;

/** "12-Dec-2025 14:05". */
const momentOf = (at: string): string => `${displayDate(at.slice(0, 10))} ${at.slice(11, 16)}`;
