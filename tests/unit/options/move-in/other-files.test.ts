import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findOtherReader, otherFiles } from '#functions/options/move-in/reading/other-files.ts';
import { school } from '#functions/school/records/school.ts';

describe('the place of files of other formats', () => {
  const zip = new Uint8Array([0x50, 0x4b]);
  const reader = (first: number) => ({ takes: async ([byte]: Uint8Array) => byte === first }) as never;
  beforeAll(() => {
    vi.stubEnv('SCHOOL_FILE', new URL('../../../../infra/schools/demo.json', import.meta.url).pathname);
    school().options = ['move-in'];
  });

  it('may be empty: a file is a workbook or text', async () => {
    otherFiles.fill({});
    expect(await findOtherReader(zip)).toBeUndefined();
  });

  it('asks the readers of the options that are on', async () => {
    const [own, other] = [reader(0x50), reader(0x50)];
    otherFiles.fill({ off: other, 'move-in': own });
    expect(await findOtherReader(zip)).toBe(own);
    expect(await findOtherReader(new Uint8Array([0x49]))).toBeUndefined();
  });
});
