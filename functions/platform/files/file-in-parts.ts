import { documentsBucket, loadFileStorage } from './file-storage.ts';

/** Where the writing of a file stands between two steps: what another process goes on from. */
export interface PartsWritten {
  key: string;
  uploadId: string;
  parts: readonly { PartNumber: number; ETag: string }[];
  /** Of all that was written, the part to come included. */
  bytes: number;
}

/** S3 takes no shorter part but as the last one; 10,000 of them are 50 GB. */
const partBytes = 5 * 1024 * 1024;

/** The memory of a part that no file has at the moment: buffers that are gone stay until V8 has tens of megabytes. */
let spare: Buffer | undefined;

/**
 * A file of the documents bucket that is written from its beginning to its end, in steps of several processes. A step
 * that is done again from the same state writes the same parts again. Nobody sees the file before its end.
 */
export class FileInParts {
  readonly #key: string;
  readonly #uploadId: string;
  readonly #parts: { PartNumber: number; ETag: string }[];
  /** The part to come: the same memory for each. */
  readonly #part: Buffer;
  #waiting = 0;
  #bytes: number;

  private constructor({ key, uploadId, parts, bytes }: PartsWritten) {
    this.#key = key;
    this.#uploadId = uploadId;
    this.#parts = [...parts];
    this.#bytes = bytes;
    this.#part = spare ?? Buffer.allocUnsafeSlow(partBytes);
    spare = undefined;
  }

  static async begin(key: string, type: string): Promise<FileInParts> {
    const { s3, client } = await loadFileStorage();
    const { UploadId: uploadId = '' } = await client.send(
      new s3.CreateMultipartUploadCommand({ Bucket: documentsBucket(), Key: key, ContentType: type }),
    );
    return new FileInParts({ key, uploadId, parts: [], bytes: 0 });
  }

  /** @param rest the bytes that `rest` gave at the end of the step before */
  static async goOn(written: PartsWritten, rest: AsyncIterable<Uint8Array>): Promise<FileInParts> {
    const file = new FileInParts(written);
    for await (const piece of rest) {
      file.#part.set(piece, file.#waiting);
      file.#waiting += piece.length;
    }
    return file;
  }

  /** Bytes written so far: where the next ones will stand. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What is too short to be a part yet: to be kept beside the state. */
  get rest(): Uint8Array {
    return this.#part.subarray(0, this.#waiting);
  }

  async write(piece: Uint8Array): Promise<void> {
    for (let from = 0; from < piece.length; ) {
      const taken = piece.subarray(from, from + partBytes - this.#waiting);
      this.#part.set(taken, this.#waiting);
      this.#waiting += taken.length;
      from += taken.length;
      if (this.#waiting === partBytes) await this.#send();
    }
    this.#bytes += piece.length;
  }

  state(): PartsWritten {
    return { key: this.#key, uploadId: this.#uploadId, parts: this.#parts, bytes: this.#bytes };
  }

  /** Gives its memory to the next one: nothing can be written into it afterwards. */
  close(): void {
    spare = this.#part;
  }

  /** Writes what waits, and lets the file be seen. Done again after its end it finds the file, and leaves it. */
  async end(): Promise<void> {
    const { s3, client } = await loadFileStorage();
    const place = { Bucket: documentsBucket(), Key: this.#key };
    try {
      if (this.#waiting > 0) await this.#send();
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

  async #send(): Promise<void> {
    const { s3, client } = await loadFileStorage();
    const Body = this.#part.subarray(0, this.#waiting);
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
    this.#waiting = 0;
  }
}
