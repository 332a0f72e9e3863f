import { displayDate } from '../../school/display-date.ts';

/** Wordings of approval by a second administrator. Moments are in the school's time, yyyy-MM-dd HH:mm:ss. */
export const approvalMessages = {
  needed: 'In this school a second administrator approves this. Ask for it first.',
  notUsed: 'In this school this is confirmed by its number.',
  notHeavy: 'This needs nobody’s approval: nothing of it is incomplete.',
  nobodyElse: 'No other administrator may approve this: somebody else must have this menu first.',
  waiting: (by: string, at: string) =>
    `${by} has asked for this already, ${momentOf(at)}. It waits for a second administrator.`,
  askedYourself: 'You have asked for this already. It waits for a second administrator.',
  /** Of those who have the menu: none is independent of who asks. */
  nobodyElseYet: (days: number) =>
    `Nobody else can approve this yet: the other administrators with this menu are not independent of you. In the last ${days} days one of you made the other’s account, reset its sign-in or gave it rights, or a third person did so for both.`,
  madeByAsker: ({ asker, days, via }: { asker: string; days: number; via: string | null }) =>
    `You cannot approve this: in the last ${days} days ${asker}${via === null ? '' : `, through ${via},`} made your account, reset its sign-in or gave it rights. Another administrator approves it.`,
  madeAsker: ({ asker, days }: { asker: string; days: number }) =>
    `You cannot approve this: in the last ${days} days you made the account of ${asker}, reset its sign-in or gave it rights. Another administrator approves it.`,
  madeByOne: ({ asker, by, days }: { asker: string; by: string; days: number }) =>
    `You cannot approve this: in the last ${days} days ${by} made your account and that of ${asker}, reset their sign-ins or gave them rights. Another administrator approves it.`,
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
