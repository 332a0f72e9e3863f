import { expect } from 'vitest';
import { EmployeeEntity } from '#functions/people/records/store.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import type { TestClient } from '../../callers/client.ts';
import { executeActionOfTest } from '../../school/records.ts';
import { addAccount, term } from '../../school/small-school.ts';

const { addCrest, saveCardLayout, publishCardLayout } = termReportsContract;

/** Petra Principal, the teacher T9, who signs as the principal. */
export async function addPrincipal(): Promise<void> {
  await addAccount({ accountId: 'T9', role: 'teacher', userName: 'petra', name: 'Petra Principal' });
  const name = { firstName: 'Petra', lastName: 'Principal', userName: 'petra' };
  await executeActionOfTest(EmployeeEntity.put({ employeeId: 'T9', teacherNum: 9, postId: 1, ...name }));
}

/** Publishes the standard layout for form 1 with a picture where the principal signs. */
export async function publishSignature(office: TestClient, png: Uint8Array): Promise<void> {
  const { body: picture } = await office.call(addCrest, { file: new File([png as BlobPart], 'name.png') });
  const front = standardLayout.front.map((row) =>
    row.map((block) =>
      block.block === 'signatures'
        ? {
            ...block,
            of: block.of.map((one) => (one.post === 'principal' ? { ...one, picture: picture.crest } : one)),
          }
        : block,
    ),
  );
  const layout = toLayoutText({ ...standardLayout, front });
  const { body } = await office.call(saveCardLayout, { layout, levels: [1], terms: [term], saves: 0 });
  expect((await office.call(publishCardLayout, { layout_id: body.layout_id, saves: 1 })).status).toBe(200);
}
