import { describe, expect, it } from 'vitest';
import { type Change, type Decision, type Evidence, type Seen, wrongCells } from './verdict.ts';

const cell = { row: 'S01', column: 'mark' };
const key = 'S01 mark';
const hands = 'T1';
const office = 'A1';

const typed = (text: string, { seen = '', kept = text as string | null, tab = 0 } = {}): Seen => ({
  ...cell,
  typed: text,
  reading: { kept, isSaid: kept !== text },
  stroke: 0,
  seen,
  at: 0,
  tab,
});
const stored = (accountId: string, before: string, after: string): Change => ({ ...cell, accountId, before, after });
const decided = (kept: Decision['kept']): Decision => ({ ...cell, kept });

/** What the oracle says of one cell that held nothing at first. */
function verdict(
  now: string,
  parts: { entries?: Seen[]; trail?: Change[]; theirs?: string[]; decisions?: Decision[] },
) {
  const { entries = [], trail = [], theirs = [], decisions = [] } = parts;
  const foreign = theirs.map((value) => ({ ...cell, value }));
  const evidence: Evidence = {
    before: new Map([[key, '']]),
    after: new Map([[key, now]]),
    trail,
    entries,
    foreign,
    decisions,
    accountId: hands,
  };
  return wrongCells(evidence).join('; ');
}

describe('the oracle finds nothing wrong', () => {
  it('where the table holds what was typed last', () => {
    const trail = [stored(hands, '', '50'), stored(hands, '50', '62')];
    expect(verdict('62', { entries: [typed('50'), typed('62')], trail })).toBe('');
  });

  it('where the hands gave a mark up for what they had typed in another tab', () => {
    const entries = [typed('3', { tab: 1 }), typed('22')];
    const trail = [stored(hands, '', '3')];
    expect(verdict('3', { entries, trail, decisions: [decided('theirs')] })).toBe('');
    expect(verdict('3', { entries, trail })).toContain('typed last');
    const inOneTab = [typed('3'), typed('22')];
    expect(verdict('3', { entries: inOneTab, trail, decisions: [decided('theirs')] })).toContain('typed last');
  });

  it('where the hands chose a side, or saw the other value before they wrote over it', () => {
    const theirsFirst = [stored(office, '', '7')];
    const mineAfter = [...theirsFirst, stored(hands, '7', '50')];
    const of = { entries: [typed('50')], theirs: ['7'] };
    expect(verdict('7', { ...of, trail: theirsFirst, decisions: [decided('theirs')] })).toBe('');
    expect(verdict('50', { ...of, trail: mineAfter, decisions: [decided('mine')] })).toBe('');
    expect(verdict('50', { ...of, entries: [typed('50', { seen: '7' })], trail: mineAfter })).toBe('');
  });
});

describe('the oracle finds', () => {
  it('a mark that was lost, and one in a cell that nobody typed into', () => {
    expect(verdict('', { entries: [typed('50')] })).toMatch(/“50” was typed last/);
    expect(verdict('50', { trail: [stored(hands, '', '50')] })).toMatch(/did not type/);
  });

  it('a value that is not what was typed', () => {
    expect(verdict('5', { entries: [typed('50')], trail: [stored(hands, '', '5')] })).toMatch(/did not type/);
  });

  it('a refused text that was stored after all', () => {
    const entries = [typed('1e2', { kept: null })];
    expect(verdict('12', { entries, trail: [stored(hands, '', '12')] })).toMatch(/did not type/);
  });

  it('an older value that came back over a newer one', () => {
    const trail = [stored(hands, '', '50'), stored(hands, '50', '62'), stored(hands, '62', '50')];
    expect(verdict('50', { entries: [typed('50'), typed('62')], trail })).toMatch(/over a newer value/);
  });

  it('somebody else’s value that was written over unseen', () => {
    const trail = [stored(office, '', '7'), stored(hands, '7', '50')];
    expect(verdict('50', { entries: [typed('50')], trail, theirs: ['7'] })).toMatch(/never saw it/);
  });

  it('a mark given up for somebody else’s without a choice of the hands', () => {
    expect(verdict('7', { entries: [typed('50')], trail: [stored(office, '', '7')], theirs: ['7'] })).toMatch(
      /“50” was typed last/,
    );
  });

  it('a change that the trail does not tell of', () => {
    expect(verdict('50', { entries: [typed('50')] })).toMatch(/trail knows nothing/);
    expect(verdict('62', { entries: [typed('62')], trail: [stored(hands, '50', '62')] })).toMatch(/gap/);
  });
});
