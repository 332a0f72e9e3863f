import { expect, it } from 'vitest';
import { findAxeViolations } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { makeExif } from '../../support/files/sample-files.ts';

const school = schoolInBrowser();

it('uploads a photograph upright, smaller and without its location despite lost connections, and undoes it', async () => {
  const { page } = await school.visitAs('admin');
  const list = await page.request.get(`${school.url}/api/students?columns=last_name`);
  const { current_students: students } = (await list.json()) as { current_students: { id: string }[] };
  await page.goto(`${school.url}/admin/dashboard/students?files=${students[0]?.id}&file=file_birth_certificate`);
  const files = page.getByRole('dialog', { name: /^Files of / });
  await files
    .getByRole('heading', { name: 'No Birth Certificate' })
    .or(files.getByText('No Birth Certificate'))
    .first()
    .waitFor();

  // As a camera on its side has it: 5,000 pixels across, to be turned to the right.
  const drawn = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(5000, 3000);
    canvas.getContext('2d')?.fillRect(0, 0, 2500, 3000);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())];
  });
  const photograph = Buffer.concat([Buffer.from(drawn.slice(0, 2)), makeExif(6), Buffer.from(drawn.slice(2))]);
  let tries = 0;
  await page.route(`${school.url}/files`, (route) => {
    tries += 1;
    return tries === 1 ? route.abort('connectionreset') : route.continue();
  });
  const chooser = page.waitForEvent('filechooser');
  await files.getByRole('button', { name: 'Choose Birth Certificate' }).click();
  await (await chooser).setFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photograph });
  const shown = files.getByRole('img', { name: 'Birth Certificate' });
  await shown.waitFor();
  expect(tries).toBe(2);
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([2100, 3500]);
  const address = await files.getByRole('link', { name: 'Download' }).getAttribute('href');
  const saved = await (await page.request.get(`${school.url}${address}`)).body();
  expect(saved.includes('GPS')).toBe(false);
  await files.getByRole('button', { name: 'Turn' }).click();
  expect(await findAxeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await files.getByText('No Birth Certificate').waitFor();

  // What the store does not take is drawn again as JPEG.
  const webp = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(60, 40);
    canvas.getContext('2d')?.fillRect(0, 0, 30, 40);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp' })).arrayBuffer())];
  });
  expect(String.fromCharCode(...webp.slice(8, 12))).toBe('WEBP');
  const again = page.waitForEvent('filechooser');
  await files.getByRole('button', { name: 'Choose Birth Certificate' }).click();
  await (await again).setFiles({ name: 'IMG_2.webp', mimeType: 'image/webp', buffer: Buffer.from(webp) });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);
  const kept = await files.getByRole('link', { name: 'Download' }).getAttribute('href');
  expect((await page.request.get(`${school.url}${kept}`)).headers()['content-type']).toBe('image/jpeg');
});
