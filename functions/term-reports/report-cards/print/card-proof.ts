import { correction, generate } from 'lean-qr';
import type { AttachedFile } from '#functions/platform/pdf/document.ts';
import { type Block, keepTogether, padBlock } from '#functions/platform/pdf/layout/block.ts';
import { placeSideBySide } from '#functions/platform/pdf/layout/stack.ts';
import type { ModuleSquare } from '#functions/platform/pdf/page.ts';
import { signedCredential, verifyPath } from '#shared/verification/card-credential.ts';
import { bytesToDigits, displayCode, packCard } from '#shared/verification/signed-card.ts';
import { verificationTexts } from '#shared/verification/wordings.ts';
import type { CardAtAddress } from '../credentials/sign-cards.ts';
import type { ReportCard } from '../report-card.ts';
import { signatureLinesBlock } from './report-card-parts.ts';
import { printColours, type ReportCardStyle } from './styles.ts';

/** A QR code to print; `room` leaves its room; null has none. */
export type CardQrCode = ModuleSquare['modules'] | 'room' | null;

/** What a posted card proves itself by (rule 57). */
export interface CardProof {
  code: ModuleSquare['modules'];
  /** In the footer of each page. */
  howToCheck: string;
  /** The whole credential, for the reader's list of attachments. */
  credential: AttachedFile;
}

/** The QR code holds the page's address and, after the `#` that no browser sends, the signed card: it is checked without a network. */
export function toCardProof({ address, ...card }: CardAtAddress): CardProof {
  return {
    code: generate(`${address}${verifyPath}#${bytesToDigits(packCard(card))}`, { minCorrectionLevel: correction.M }),
    howToCheck: verificationTexts.howToCheck(new URL(address).host + verifyPath, displayCode(card.code)),
    credential: {
      name: `report-card-${card.code}.json`,
      description: verificationTexts.credentialOf(displayCode(card.code)),
      mediaType: 'application/vc',
      data: Buffer.from(JSON.stringify(signedCredential(card, address))),
    },
  };
}

/** Points: 30 mm, in which a telephone reads 65 modules from a copy. */
const codeSize = 85;
/** The quiet zone of a QR code is four modules. */
const quietZone = 8;

/** The signatures, and beside them the QR code of a posted card, which the page's margins keep quiet on its other sides. */
export function cardEndBlock(
  card: ReportCard,
  { style, width, code }: { style: ReportCardStyle; width: number; code: CardQrCode },
): Block {
  if (code === null) return signatureLinesBlock(card, { style, width });
  const signatures = signatureLinesBlock(card, { style, width: width - codeSize - 2 * quietZone });
  const height = Math.max(signatures.height, codeSize + quietZone);
  const qr: Block = {
    height,
    split: () => null,
    draw: ({ page, x, top }) => {
      if (code === 'room') return;
      const y = top + height - codeSize;
      page.modules({ x, y, size: codeSize, colour: printColours.ink, modules: code });
    },
  };
  return keepTogether(
    placeSideBySide([
      { x: 0, block: padBlock(signatures, { top: height - signatures.height, bottom: 0, left: 0 }) },
      { x: width - codeSize, block: qr },
    ]),
  );
}
