import type { SignedDocument } from '../document-credential.ts';
import { verifyPageWordings as texts } from '../wordings.ts';
import type { CheckedCard } from './check-card.ts';

/**
 * What a file is, that was checked: `issued` for the very bytes that the school has handed out; `other` for anything
 * else with the card's code, whatever it shows; `unknown` where that could not be looked up.
 */
export type FileOfCard = 'issued' | 'other' | 'unknown';

/** What is said of a checked card. */
export interface Verdict {
  head: string;
  text: string;
  /**
   * `good` for the school's own file of a card that it stands by, and for nothing else: figures alone can be beside a
   * forged card.
   */
  tone: 'good' | 'compare' | 'warning' | 'bad';
}

/**
 * Judges a checked card, or a document that was issued under a number. Pure.
 * @param file absent where there was none: a code was typed, or a QR code scanned
 */
export function judgeCard(
  checked: Pick<CheckedCard, 'outcome'> & { document?: SignedDocument },
  file?: FileOfCard,
): Verdict {
  const { outcome } = checked;
  const { outcomes, files } = checked.document ? texts.ofDocuments : texts;
  if (outcome === 'not ours') return { ...outcomes['not ours'], tone: 'bad' };
  const ofFile = file && files[file];
  if (outcome === 'valid') return { ...(ofFile ?? outcomes.valid), tone: file === 'issued' ? 'good' : 'compare' };
  const { head, text } = outcomes[outcome];
  return { head, text: ofFile ? `${text} ${ofFile.head} ${texts.compareFile[file]}`.trim() : text, tone: 'warning' };
}
