import { describe, expect, it } from 'vitest';
import { openFont } from '#functions/platform/pdf/typefaces.ts';
import { findUnprintable, hasPrintedShape, needsNoShaping } from '#shared/printed-text.ts';

describe('the characters that paper shows', () => {
  it('are those that both weights of the text face have, of the scripts that need no shaping', () => {
    const isInFonts = (codePoint: number) =>
      (['text', 'strong'] as const).every((face) =>
        [0, 1].some((place) => openFont(face, place).font.glyph(codePoint) !== 0),
      );
    const wrong: string[] = [];
    for (let codePoint = 0x20; codePoint < 0x2fa20; codePoint += 1) {
      // Controls, and halves of characters.
      if ((codePoint >= 0x7f && codePoint < 0xa0) || (codePoint >= 0xd800 && codePoint < 0xe000)) continue;
      if (hasPrintedShape(codePoint) !== (needsNoShaping(codePoint) && isInFonts(codePoint)))
        wrong.push(codePoint.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('are distinguished from the others, each of which is named once', () => {
    expect(findUnprintable('Zoë Nuñez — “très bien”, O’Brien: ½ of 20 €')).toEqual([]);
    expect(findUnprintable('好 👍 好\tशाबाश')).toEqual(['好', '👍', 'श', 'ा', 'ब']);
    // Lines and joiners have no shape of their own.
    expect(findUnprintable('One\nTwo\u200d')).toEqual([]);
  });
});
