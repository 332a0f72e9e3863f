import { documentsBucket, loadFileStorage } from './file-storage.ts';

/** Where the writing of a file stands between two steps: what another process goes on from. */
export interface PartsWritten {
  key: string;
  uploadId: string;
  parts: readonly { PartNumber: number; ETag: string }[];
  /** Of all that was written, the part to come included. */
  bytes: number;
  /** What is too short to be a part yet, in base64. */
  rest: string;
}

/** S3 takes no shorter part but as the last one; 10,000 of them are 80 GB. */
const partBytes = 8 * 1024 * 1024;

/**
 * A file of the documents bucket that is written from its beginning to its end, in steps of several processes. A step
 * that is done again from the same state writes the same parts again. Nobody sees the file before its end.
 */
export class FileInParts {
  readonly #key: string;
  readonly #uploadId: string;
  readonly #parts: { PartNumber: number; ETag: string }[];
  #pieces: Buffer[];
  #waiting: number;
  #bytes: number;

  private constructor({ key, uploadId, parts, bytes, rest }: PartsWritten) {
    this.#key = key;
    this.#uploadId = uploadId;
    this.#parts = [...parts];
    this.#bytes = bytes;
    const waiting = Buffer.from(rest, 'base64');
    this.#pieces = [waiting];
    this.#waiting = waiting.length;
  }

  static async begin(key: string, type: string): Promise<FileInParts> {
    const { s3, client } = await loadFileStorage();
    const { UploadId: uploadId = '' } = await client.send(
      new s3.CreateMultipartUploadCommand({ Bucket: documentsBucket(), Key: key, ContentType: type }),
    );
    return new FileInParts({ key, uploadId, parts: [], bytes: 0, rest: '' });
  }

  static goOn(written: PartsWritten): FileInParts {
    return new FileInParts(written);
  }

  /** Bytes written so far: where the next ones will stand. */
  get bytes(): number {
    return this.#bytes;
  }

  async write(piece: Uint8Array): Promise<void> {
    this.#pieces.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    this.#waiting += piece.length;
    this.#bytes += piece.length;
    if (this.#waiting < partBytes) return;
    const all = Buffer.concat(this.#pieces);
    let from = 0;
    for (; all.length - from >= partBytes; from += partBytes) await this.#send(all.subarray(from, from + partBytes));
    this.#pieces = [Buffer.from(all.subarray(from))];
    this.#waiting = all.length - from;
  }

  state(): PartsWritten {
    const rest = Buffer.concat(this.#pieces).toString('base64');
    return { key: this.#key, uploadId: this.#uploadId, parts: this.#parts, bytes: this.#bytes, rest };
  }

  /** Writes what waits, and lets the file be seen. Done again after its end it finds the file, and leaves it. */
  async end(): Promise<void> {
    const { s3, client } = await loadFileStorage();
    const place = { Bucket: documentsBucket(), Key: this.#key };
    try {
      if (this.#waiting > 0) await this.#send(Buffer.concat(this.#pieces));
      await client.send(
        new s3.CompleteMultipartUploadCommand({
          ...place,
          UploadId: this.#uploadId,
          MultipartUpload: { Parts: this.#parts },
        }),
      );
    } catch (error) {
      if ((error as Error).name !== 'NoSuchUpload') throw error;
      const { ContentLength } = await client.send(new s3.HeadObjectCommand(place));
      if (ContentLength !== this.#bytes) throw error;
    }
  }

  async #send(Body: Buffer): Promise<void> {
    const { s3, client } = await loadFileStorage();
    const PartNumber = this.#parts.length + 1;
    const { ETag = '' } = await client.send(
      new s3.UploadPartCommand({
        Bucket: documentsBucket(),
        Key: this.#key,
        UploadId: this.#uploadId,
        PartNumber,
        Body,
        ContentLength: Body.length,
      }),
    );
    this.#parts.push({ PartNumber, ETag });
  }
}
