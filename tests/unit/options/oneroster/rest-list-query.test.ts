import { describe, expect, it } from 'vitest';
import {
  linkHeader,
  parseListQuery,
  parseObjectQuery,
  selectPage,
  writePage,
} from '#functions/options/oneroster/rest/query/list-query.ts';
import type { RestRecord } from '#functions/options/oneroster/rest/record-fields.ts';
import { RosterError } from '#functions/options/oneroster/rest/status-info.ts';

const users: RestRecord[] = ['Ümit', 'bell', 'Zahra', 'Adam', ''].map((familyName, index) => ({
  sourcedId: `u${index}`,
  status: 'active',
  dateLastModified: '2026-02-01T08:00:00.000Z',
  ...(familyName === '' ? {} : { familyName }),
}));
const page = (parameters: Record<string, string>) => {
  const given = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, [value]]));
  const selected = selectPage(users, parseListQuery(given, 'user'));
  return { ...selected, page: selected.page as Partial<RestRecord>[] };
};
const idsOf = (parameters: Record<string, string>) => page(parameters).page.map(({ sourcedId }) => sourcedId);
const refusal = (parameters: Record<string, readonly string[]>, of: typeof parseObjectQuery = parseListQuery) => {
  try {
    of(parameters, 'user');
    return null;
  } catch (error) {
    if (error instanceof RosterError) return [error.status, error.codeMinor];
    throw error;
  }
};

describe('a page of a list', () => {
  it('has a hundred records unless another number is asked for, and begins where it is asked to', () => {
    expect(parseListQuery({}, 'user')).toMatchObject({ limit: 100, offset: 0 });
    expect(idsOf({ limit: '2', offset: '3' })).toEqual(['u3', 'u4']);
    expect(page({ limit: '2' }).total).toBe(5);
    expect(idsOf({ offset: '99' })).toEqual([]);
  });

  it('has two thousand records at most, which is not refused', () => {
    expect(parseListQuery({ limit: ['10000'] }, 'user').limit).toBe(2000);
  });

  it('is in the order of a field, by the alphabet and not by the codes of its letters', () => {
    expect(idsOf({ sort: 'familyName' })).toEqual(['u3', 'u1', 'u0', 'u2', 'u4']);
    expect(idsOf({ sort: 'familyName', orderBy: 'desc' })).toEqual(['u2', 'u0', 'u1', 'u3', 'u4']);
  });

  it('is in its own order where it is to be sorted by a field that the object does not have', () => {
    expect(idsOf({ sort: 'shoeSize', orderBy: 'desc' })).toEqual(['u0', 'u1', 'u2', 'u3', 'u4']);
  });

  it('has the fields that are asked for alone', () => {
    expect(page({ fields: 'familyName,sourcedId', limit: '1' }).page).toEqual([
      { sourcedId: 'u0', familyName: 'Ümit' },
    ]);
  });

  it('counts what the filter leaves', () => {
    expect(page({ filter: "familyName~'a'", limit: '1' })).toMatchObject({ total: 2 });
  });

  it('is refused where a parameter cannot be read', () => {
    for (const limit of ['0', '-1', '1.5', 'all', '', '1e3'])
      expect(refusal({ limit: [limit] }), limit).toEqual([400, 'invaliddata']);
    for (const offset of ['-1', 'x', '']) expect(refusal({ offset: [offset] }), offset).toEqual([400, 'invaliddata']);
    expect(refusal({ orderBy: ['up'], sort: ['familyName'] })).toEqual([400, 'invaliddata']);
    expect(refusal({ limit: ['1', '2'] })).toEqual([400, 'invaliddata']);
    for (const fields of ['shoeSize', 'familyName,shoeSize', '', 'familyName,', 'toString'])
      expect(refusal({ fields: [fields] }), fields).toEqual([400, 'invalid_selection_field']);
    // The vocabulary of one object has no word of its own for it.
    expect(refusal({ fields: ['shoeSize'] }, parseObjectQuery)).toEqual([400, 'invaliddata']);
  });
});

describe('a page that is too large for Lambda', () => {
  // An object with four links to ids of 255 letters, each of which is three in an address.
  const large = (count: number): RestRecord[] =>
    Array.from({ length: count }, (_, index) => ({
      sourcedId: `u${index}`,
      status: 'active',
      dateLastModified: '2026-02-01T08:00:00.000Z',
      links: '@'.repeat(4 * 1020),
    }));
  const write = (count: number, limit: number, offset = 0) =>
    writePage(large(count), { ...parseListQuery({}, 'user'), limit, offset, property: 'users' });

  it('has half as many records, and the next one begins behind them', () => {
    const { text, records, limit, total } = write(2500, 2000);
    expect([records, limit, total]).toEqual([1000, 1000, 2500]);
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(6_000_000);
    const links = linkHeader(new URL('https://school.example/users'), { limit, offset: 0, total });
    expect(links).toContain('offset=1000>; rel="next"');
    expect(JSON.parse(write(2500, limit, 2000).text).users).toHaveLength(500);
  });

  it('has one record where that is too large by itself', () => {
    const huge = large(2).map((record) => ({ ...record, links: 'x'.repeat(5_000_000) }));
    expect(writePage(huge, { ...parseListQuery({}, 'user'), property: 'users' }).records).toBe(1);
  });
});

describe('the header Link', () => {
  const address = new URL("https://school.example/ims/users?limit=2&filter=status%3D'active'");
  const links = (offset: number, total: number) =>
    Object.fromEntries(
      linkHeader(address, { limit: 2, offset, total })
        .split(', ')
        .map((link) => {
          const [, target = '', relation = ''] = /^<([^>]+)>; rel="(\w+)"$/.exec(link) ?? [];
          const { searchParams } = new URL(target);
          expect([searchParams.get('limit'), searchParams.get('filter')]).toEqual(['2', "status='active'"]);
          return [relation, Number(searchParams.get('offset'))];
        }),
    );

  it('leads to the first and the last page, and to those before and behind', () => {
    expect(links(0, 5)).toEqual({ first: 0, last: 4, next: 2 });
    expect(links(2, 5)).toEqual({ first: 0, last: 4, next: 4, prev: 0 });
    expect(links(4, 5)).toEqual({ first: 0, last: 4, prev: 2 });
    expect(links(1, 5)).toEqual({ first: 0, last: 4, next: 3, prev: 0 });
    expect(links(0, 4)).toEqual({ first: 0, last: 2, next: 2 });
    expect(links(2, 4)).toEqual({ first: 0, last: 2, prev: 0 });
    expect(links(0, 0)).toEqual({ first: 0, last: 0 });
    // Behind the last record the previous page is the last one.
    expect(links(100, 5)).toEqual({ first: 0, last: 4, prev: 4 });
    expect(links(100, 0)).toEqual({ first: 0, last: 0, prev: 0 });
  });

  it('has no plus sign where a space is meant, which not every reader of addresses takes for one', () => {
    const filtered = new URL('https://school.example/ims/users');
    filtered.searchParams.set('filter', "familyName='De Souza' AND givenName='A+B'");
    const link = linkHeader(filtered, { limit: 2, offset: 0, total: 1 });
    expect(link).toContain('De%20Souza%27%20AND%20givenName%3D%27A%2BB%27');
  });
});
