import { fileKinds, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { attachmentWordings } from '#shared/students/wordings.ts';
import { filesBucket, openFile } from '../../../platform/files/file-storage.ts';
import { logMissingDocument } from '../../../platform/log.ts';
import type { PdfDocument } from '../../../platform/pdf/document.ts';
import { type PrintableImage, parseImage } from '../../../platform/pdf/image.ts';
import { type Block, padBlock, verticalSpace } from '../../../platform/pdf/layout/block.ts';
import { contentHeight, contentWidth, flowSection, type PaperSheet } from '../../../platform/pdf/layout/flow.ts';
import { paragraphBlock } from '../../../platform/pdf/layout/paragraph.ts';
import { stackBlocks } from '../../../platform/pdf/layout/stack.ts';
import { A4_LANDSCAPE, type DrawableImage } from '../../../platform/pdf/pdf-page.ts';
import { drawFooter, spaceAround } from '../../../term-reports/report-cards/print/school-paper.ts';
import { portraitSheet as sheet } from '../../../term-reports/report-cards/print/styles.ts';
import { findKeptFile } from '../../records/files/file-keys.ts';
import { countPrintablePages } from '../../records/files/foreign-pdf/foreign-pdf.ts';
import type { StudentItem } from '../../records/store.ts';
import type { FormStyle } from './form-style.ts';

/** A file of a student that is appended to the form: an image, an uploaded PDF, or the reason why it is left out. */
type Attachment = { title: string } & (
  | { image: PrintableImage }
  | { pdf: Uint8Array; pages: number }
  | { left: string }
);

/**
 * Reads a student's files in the order of the register, without the photo, which is on the form. One at a time: each
 * may have 10 MB.
 */
export async function readAttachments(student: StudentItem): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const kind of fileKinds.filter((one) => one !== 'picture')) {
    const kept = findKeptFile(student, kind);
    if (!kept) continue;
    const file = await openFile(filesBucket(), kept.key);
    const bytes = await file?.Body?.transformToByteArray();
    if (!bytes) logMissingDocument(kind, new Error('The record names a file that is not there.'));
    attachments.push({ title: fileKindTitle(kind), ...(await readContent(bytes, kept.type)) });
  }
  return attachments;
}

async function readContent(bytes: Uint8Array | undefined, type: string) {
  if (!bytes) return { left: attachmentWordings.missing };
  if (type !== 'application/pdf') {
    const image = parseImage(bytes);
    return image ? { image } : { left: attachmentWordings.notPrintable };
  }
  const pages = await countPrintablePages(bytes);
  return typeof pages === 'number' ? { pdf: bytes, pages } : { left: pages };
}

interface AttachmentDrawing {
  document: PdfDocument;
  style: FormStyle;
  name: string;
}

/**
 * Draws a page that lists the attachments and what is left out, and a page for each image. Uploaded PDFs are appended
 * later.
 */
export function drawAttachmentPages(attachments: readonly Attachment[], setting: AttachmentDrawing): void {
  // In the order of the pages: the images, which are drawn here, and then the PDFs.
  const inOrder = [...attachments].sort((one, other) => rank(one) - rank(other));
  const { document, style, name } = setting;
  const width = contentWidth(sheet);
  const rows = inOrder.flatMap((attachment) => [
    { block: paragraphBlock({ text: attachment.title, style: style.value, width, type: 'P' }), keepWithNext: true },
    {
      block: padBlock(
        paragraphBlock({ text: describeAttachment(attachment), style: style.note, width, type: 'P' }),
        spaceAround(0, 6),
      ),
    },
  ]);
  drawSection('Attachments', sheet, setting, [
    { block: paragraphBlock({ text: 'Attachments', style: style.title, width, type: 'H1' }) },
    { block: padBlock(paragraphBlock({ text: name, style: style.note, width, type: 'P' }), spaceAround(0, 12)) },
    ...rows,
    ...(rows.length > 0
      ? []
      : [{ block: paragraphBlock({ text: attachmentWordings.none, style: style.note, width, type: 'P' }) }]),
  ]);
  for (const attachment of inOrder) {
    if (!('image' in attachment)) continue;
    const image = document.image(attachment.image);
    const paper = image.width > image.height ? { ...sheet, size: A4_LANDSCAPE } : sheet;
    const caption = paragraphBlock({
      text: `${attachment.title}, ${name}`,
      style: style.running,
      width: contentWidth(paper),
      type: 'P',
    });
    drawSection(attachment.title, paper, setting, [
      { block: caption, keepWithNext: true },
      { block: imageBlock(image, { width: contentWidth(paper), height: contentHeight(paper) - caption.height - 1 }) },
    ]);
  }
}

const rank = (attachment: Attachment): number => ('left' in attachment ? 0 : 'image' in attachment ? 1 : 2);

function describeAttachment(attachment: Attachment): string {
  if ('left' in attachment) return attachmentWordings.notIncluded(attachment.left);
  const pages = 'image' in attachment ? 1 : attachment.pages;
  return pages === 1 ? '1 page' : `${pages} pages`;
}

function drawSection(
  title: string,
  paper: PaperSheet,
  { document, style, name }: AttachmentDrawing,
  blocks: Parameters<typeof stackBlocks>[0],
) {
  flowSection({
    document,
    sheet: paper,
    title,
    blocks: [stackBlocks(blocks)],
    runningHead: verticalSpace(0),
    drawFrame: (page) => drawFooter(page, { sheet: paper, left: name, right: title, style: style.footer }),
  });
}

/** Scaled to the page, at most one point a pixel. */
function imageBlock(image: DrawableImage, box: { width: number; height: number }): Block {
  const scale = Math.min(box.width / image.width, (box.height - 8) / image.height, 1);
  const size = { width: image.width * scale, height: image.height * scale };
  return {
    height: size.height + 8,
    split: () => null,
    draw: ({ page, x, top }) => page.image(image, { x: x + (box.width - size.width) / 2, y: top + 8, ...size }),
  };
}
