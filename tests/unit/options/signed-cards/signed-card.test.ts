import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownSubjects } from '#shared/options/signed-cards/known-subjects.ts';
import {
  bytesToDigits,
  digitsToBytes,
  initialsOf,
  multibase,
  packCard,
  parseCode,
  parseSignature,
  unpackCard,
} from '#shared/options/signed-cards/signed-card.ts';
import { arbitraryCardFigures, sampleCardFigures } from '../../../support/options/signed-cards/sample-cards.ts';

const signature = Uint8Array.from({ length: 64 }, (_, at) => (at * 37) % 256);

describe('a card in a QR code', () => {
  it('is the same card after it was packed, written as digits and read again', () => {
    fc.assert(
      fc.property(arbitraryCardFigures, fc.uint8Array({ minLength: 64, maxLength: 64 }), (figures, signed) => {
        const card = { ...figures, signature: signed };
        const read = digitsToBytes(bytesToDigits(packCard(card)));
        expect(read && unpackCard(read)).toEqual(card);
      }),
    );
  });

  it('is read as it was printed by the first version', () => {
    const card = { ...sampleCardFigures, signature };
    const utf8 = (text: string) => Buffer.from(text).toString('hex');
    const printed = [
      // Layout, key, code, place in the lists, seconds, year, term.
      ...['01', '01', '0267bbc544f49a', '011171', '0069cfcb74', '07e9', '02'],
      ...[`06${utf8('Term 2')}`, `26${utf8('St. Augustine’s Girls’ High School')}`],
      ...[`06${utf8('A.M.D.')}`, `02${utf8('4A')}`, `04${utf8('71.3')}`],
      // Five subjects: known by their place, or by name; then the total in tenths, or a word.
      ...['05', '010283', '0303e8', `0015${utf8('Kokovíz és népzene')}fffe`, '0dffff', '0c0005'],
      Buffer.from(signature).toString('hex'),
    ].join('');
    expect(unpackCard(Buffer.from(printed, 'hex'))).toEqual(card);
    expect(Buffer.from(packCard(card)).toString('hex')).toBe(printed);
  });

  it('takes less than 200 bytes for fifteen subjects that many schools have', () => {
    const subjects = knownSubjects.slice(0, 15).map((title) => ({ title, total: '64.3' }));
    expect(packCard({ ...sampleCardFigures, subjects, signature }).length).toBeLessThan(200);
  });

  it('keeps the places of the known subjects, which cards on paper have', () => {
    expect([0, 10, 20, 30, 40, 50, 60, 70].map((at) => knownSubjects[at])).toEqual([
      ...['Mathematics', 'Biology', 'Civics', 'German'],
      ...['Principles of Business', 'Electrical Technology', 'Music', 'Guidance'],
    ]);
    expect(new Set(knownSubjects).size).toBe(knownSubjects.length);
    expect(knownSubjects.length).toBeLessThanOrEqual(255);
  });

  it('is nothing where bytes are cut, added or of another layout', () => {
    const whole = packCard({ ...sampleCardFigures, signature });
    for (let length = 0; length < whole.length; length += 1) expect(unpackCard(whole.slice(0, length))).toBeNull();
    expect(unpackCard(new Uint8Array([...whole, 0]))).toBeNull();
    expect(unpackCard(new Uint8Array([2, ...whole.slice(1)]))).toBeNull();
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void unpackCard(bytes)));
  });

  it('refuses digits that no card is written as', () => {
    for (const text of ['', '0', '12', 'a', '1e5', '-256', '9'.repeat(8000)]) expect(digitsToBytes(text)).toBeNull();
  });

  it('writes a signature as the multibase of the standard does, with leading zeros', () => {
    const zeros = new Uint8Array(64);
    expect(multibase(zeros)).toBe(`z${'1'.repeat(64)}`);
    expect(multibase(new TextEncoder().encode('Hello World!'))).toBe('z2NEpo7TZRRrLZSi2U');
    for (const bytes of [zeros, signature, signature.toReversed()])
      expect(parseSignature(multibase(bytes))).toEqual(bytes);
    expect(() => parseSignature('zO')).toThrow(RangeError);
    expect(() => parseSignature('z2NEpo7TZRRrLZSi2U'.repeat(6))).toThrow(RangeError);
  });
});

describe('a code that is typed', () => {
  it.each([
    ['k7qf2-m9x4t', 'K7QF2M9X4T'],
    [' K7QF2 M9X4T ', 'K7QF2M9X4T'],
    ['OIL00-11111', '0110011111'],
  ])('%s is read as %s', (typed, code) => {
    expect(parseCode(typed)).toBe(code);
  });

  it.each(['', 'K7QF2M9X4', 'K7QF2M9X4TT', 'K7QF2M9X4U', 'K7QF2M9X4!'])('%s is none', (typed) => {
    expect(parseCode(typed)).toBeNull();
  });
});

describe('the initials of a student', () => {
  it.each([
    ['Joseph, Anika Simone', 'A.S.J.'],
    ['De Souza, Anna-Maria', 'A.M.D.'],
    ['O’Brien-Ramkissoon, séan', 'S.O.'],
    ['Žižek, Łukasz', 'Ł.Ž.'],
    ['Madonna, ', 'M.'],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
