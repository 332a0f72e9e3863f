import { correction, generate } from 'lean-qr';
import { signedCredential } from '#shared/options/signed-cards/card-credential.ts';
import { verifyPath } from '#shared/options/signed-cards/page-path.ts';
import { bytesToDigits, displayCode, packCard } from '#shared/options/signed-cards/signed-card.ts';
import { verificationTexts } from '#shared/options/signed-cards/wordings.ts';
import { type Block, keepTogether, padBlock } from '../../../platform/pdf/layout/block.ts';
import { placeSideBySide } from '../../../platform/pdf/layout/stack.ts';
import type { ModuleSquare } from '../../../platform/pdf/pdf-page.ts';
import { addressOfSite } from '../../../school/records/school.ts';
import type {
  BesideSignatures,
  CardProofs,
  PrintedProof,
  ProofOfCopy,
} from '../../../term-reports/report-cards/card-proofs.ts';
import { printColours } from '../../../term-reports/report-cards/print/styles.ts';
import { readSignedCard } from '../records/signed-card.ts';
import type { SignedDocumentItem } from '../records/signed-documents.ts';
import { isSigning } from './settings.ts';

/**
 * The QR code holds the page's address and, after the `#` that no browser sends, the signed card: it is checked without
 * a network.
 */
export const printProof = async (proof: ProofOfCopy): Promise<PrintedProof> => {
  const { address, ...card } = readSignedCard(proof);
  return {
    footer: verificationTexts.howToCheck(new URL(address).host + verifyPath, displayCode(card.code)),
    attachment: {
      name: `report-card-${card.code}.json`,
      description: verificationTexts.credentialOf(displayCode(card.code)),
      mediaType: 'application/vc',
      data: Buffer.from(JSON.stringify(signedCredential(card, address))),
    },
    beside: codeBeside(
      generate(`${address}${verifyPath}#${bytesToDigits(packCard(card))}`, { minCorrectionLevel: correction.M }),
    ),
  };
};

/**
 * How a document that was issued under a number proves itself. Its QR code has the address and the code: what was
 * signed is looked up.
 */
export const printDocumentProof = ({ code, signed, signedFor }: SignedDocumentItem): PrintedProof => {
  const place = `${signedFor}${verifyPath}`;
  return {
    footer: verificationTexts.howToCheckDocument(new URL(signedFor).host + verifyPath, displayCode(code)),
    attachment: {
      name: `document-${code}.json`,
      description: verificationTexts.credentialOfDocument(displayCode(code)),
      mediaType: 'application/vc',
      data: Buffer.from(signed),
    },
    beside: codeBeside(generate(`${place}#${code}`, { minCorrectionLevel: correction.M })),
  };
};

/** Cards that will be signed have the room of a QR code. */
export const leaveRoom: CardProofs['room'] = async () =>
  addressOfSite() !== null && isSigning() ? codeBeside('room') : null;

/** Points: 30 mm, in which a telephone reads 65 modules from a copy. */
const codeSize = 85;
/** The quiet zone of a QR code is four modules. */
const quietZone = 8;

/**
 * The signatures, and beside them a QR code, which the page's margins keep quiet on its other sides; `room` leaves its
 * room.
 */
const codeBeside =
  (code: ModuleSquare['modules'] | 'room'): BesideSignatures =>
  (drawn, width) => {
    const signatures = drawn(width - codeSize - 2 * quietZone);
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
  };
