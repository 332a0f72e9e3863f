import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventStreamType, imageType, mediaTypesOf, type Role, xlsxType } from '#shared/http/contract.ts';
import { allCalls } from '#shared/product.ts';
import { fieldPathsOfSchema } from './answer-fields.ts';
import { type Column, columns, rights, shownFields, stationRights } from './rights-table.ts';

const documents: Readonly<Record<string, string>> = {
  'application/pdf': 'a PDF',
  [xlsxType]: 'a spreadsheet',
  [imageType]: 'a picture',
};

const linesOf = (title: string) => [...shownFields, ...stationRights].filter((line) => line.call === title);
const calls = allCalls.map(({ call }) => ({ title: `${call.method} ${call.path}`, call }));

/**
 * The server refuses to answer with anything that its contract does not name, wherever tests run: what is named there
 * is all there is.
 */
describe('the fields that rights.md names', () => {
  it.each(calls)('are those of the answer to $title', ({ title, call }) => {
    const named = new Set(linesOf(title).flatMap(({ fields }) => [...fields]));
    const isDocument = mediaTypesOf(call).every((type) => type !== 'application/json' && type !== eventStreamType);
    const fields = isDocument
      ? [
          mediaTypesOf(call)
            .map((type) => documents[type])
            .join(' or '),
        ]
      : fieldPathsOfSchema(z.toJSONSchema(call.output(), { io: 'output', unrepresentable: 'any' }) as never);
    expect([...named].toSorted()).toEqual(fields.toSorted());
  });

  it.each(
    calls.filter(({ call }) => call.who !== 'station'),
  )('are named for each kind of account that is let in at $title, and for no other', ({ title }) => {
    const roleOf = (column: Column): Role[] => {
      if (column === 'Signed out') return [];
      if (column === 'Student') return ['student'];
      return column === 'Admin' || column === 'PTA' ? [column] : ['teacher'];
    };
    const authorize = rights
      .filter((right) => right.call === title)
      .flatMap(({ cells }) => columns.filter((column) => cells[column] !== '–').flatMap(roleOf));
    const roles = shownFields.filter((line) => line.call === title).flatMap((line) => line.roles);
    expect([...new Set(roles)].toSorted()).toEqual([...new Set(authorize)].toSorted());
    // One line for a kind of account.
    expect(new Set(roles).size).toBe(roles.length);
  });
});
