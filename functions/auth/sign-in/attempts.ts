import { entity } from '../../platform/table/table.ts';
import { foldUserName } from '../../sessions/accounts.ts';
import { networkOf } from '../../sessions/network.ts';

/** Tries counted in windows of fifteen minutes, per account name or known device of it, and per address (rule 18). */
const Attempts = entity({
  model: { entity: 'attempts', version: '1', service: 'formroom' },
  attributes: {
    who: { type: 'string', required: true },
    window: { type: 'number', required: true },
    count: { type: 'number' },
    expires: { type: 'number' },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['who'], template: 'attempts#${who}', casing: 'none' },
      sk: { field: 'sk', composite: ['window'], template: 'window#${window}', casing: 'none' },
    },
  },
});

const windowMilliseconds = 15 * 60_000;
/** A whole staff room may share one address. */
const limits = { account: 10, address: 200 } as const;

export interface Attempt {
  userName: string;
  /** A browser in which this user has signed in before. */
  device: string | undefined;
  address: string;
  now: Date;
}

/** `too many now`: the first one beyond the limit. */
export type Counted = 'counted' | 'too many now' | 'too many';

/**
 * Counts one try before the password is looked at, so that many at once cannot slip past.
 * What an address tries beyond its own limit does not count against the accounts, or one address could close them all.
 */
export async function countAttempt({ address, now, ...who }: Attempt): Promise<Counted> {
  const ofAddress = judge(await add(`address#${networkOf(address)}`, now), limits.address);
  return ofAddress === 'counted' ? judge(await add(counterOf(who), now), limits.account) : ofAddress;
}

function judge(count: number, limit: number): Counted {
  if (count <= limit) return 'counted';
  return count === limit + 1 ? 'too many now' : 'too many';
}

/** A right password takes the tries back. */
export async function forgetAttempts({ now, ...who }: Attempt): Promise<void> {
  await Attempts.delete({ who: counterOf(who), window: windowOf(now) }).go();
}

const counterOf = ({ userName, device }: Pick<Attempt, 'userName' | 'device'>): string =>
  device === undefined ? `account#${foldUserName(userName)}` : `device#${device}`;

async function add(who: string, now: Date): Promise<number> {
  const window = windowOf(now);
  const { data } = await Attempts.upsert({
    who,
    window,
    expires: Math.ceil((now.getTime() + windowMilliseconds) / 1000),
  })
    .add({ count: 1 })
    .go({ response: 'all_new' });
  return data.count ?? 0;
}

const windowOf = (now: Date): number => Math.floor(now.getTime() / windowMilliseconds);
