import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { findLayoutFaults, listShownTexts } from '../../support/layout/layout-faults.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.close());

const sheet = `<style>
  * { margin: 0; box-sizing: border-box; }
  body { font: 16px/20px sans-serif; }
  .at { position: absolute; }
  .card { border: 1px solid #888; width: 200px; }
  .cut { overflow: hidden; white-space: nowrap; width: 80px; }
  button { height: 44px; width: 44px; font: inherit; }
</style>`;

async function faultsOf(html: string, { isPhone = false, width = 1280 } = {}): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  await page.setContent(`<!doctype html>${sheet}<main>${html}</main>`);
  return findLayoutFaults(page, { isPhone, width });
}

const sentence = 'Saved a moment ago on this computer';

describe('finds', () => {
  it.each([
    [
      'a status that lies over a mark',
      '<p>71.9 of 100</p><span class="at" style="top: 4px; left: 10px">Saved</span>',
      'text over text: “71.9 of 100” and “Saved”',
    ],
    [
      'a status over a mark that lets presses through',
      '<p>71.9 of 100</p><span class="at" style="top: 4px; left: 10px; pointer-events: none">Saved</span>',
      'text over text: “71.9 of 100” and “Saved”',
    ],
    [
      'a label over the value of a field',
      '<input value="Baptiste" style="height: 44px; width: 200px"><span class="at" style="top: 12px; left: 6px">Name</span>',
      'text over text: “Name” and “Baptiste”',
    ],
    [
      'a word broken in its middle',
      '<p style="width: 60px; overflow-wrap: anywhere">Carrington</p>',
      'word broken: “Carrington” in “Carrington”',
    ],
    [
      'a heading of a column that is cut',
      '<table style="width: 60px; table-layout: fixed"><tr><th scope="col" class="cut" style="text-overflow: ellipsis">Subjects taken</th></tr></table>',
      'heading cut: “Subjects taken”',
    ],
    [
      'text cut at its end',
      `<p class="cut" role="note">${sentence}</p>`,
      `text cut: “${sentence}” by note “${sentence}”`,
    ],
    [
      'text cut in a flex box, where an ellipsis is not drawn',
      '<p class="cut" role="note" style="display: flex; text-overflow: ellipsis">Saved a moment ago</p>',
      'text cut: “Saved a moment ago” by note “Saved a moment ago”',
    ],
    [
      'text cut below',
      '<p style="height: 28px; width: 60px; overflow: hidden" role="note">Saved moment</p>',
      'text cut: “Saved moment” by note “Saved moment”',
    ],
    [
      'a value that its field cuts, where nobody types',
      '<input value="Santa Rosa Heights Extension" style="width: 90px; height: 44px">',
      'text cut: value “Santa Rosa Heights Extension”',
    ],
    [
      'a hint that its field cuts',
      '<input placeholder="Search by name, class or id" style="width: 90px; height: 44px">',
      'text cut: hint “Search by name, class or id”',
    ],
    [
      'text that reaches out of its card',
      '<div class="card" role="note"><p style="white-space: nowrap">Saved a moment ago on this computer</p></div>',
      /^out of its frame by \d+ px: “Saved a moment ago on this computer” of note “Saved a moment ago on this computer”$/,
    ],
    [
      'a title under a button of the same layer',
      '<h1>English Language</h1><button style="margin-top: -20px; display: block">Go</button>',
      '“English Language” lies under button “Go”',
    ],
    [
      'a button over another one',
      '<button>A</button><button class="at" style="top: 20px; left: 20px; background: none">X</button>',
      'button “A” lies over button “X”',
    ],
    [
      'a control beyond the window',
      '<div style="width: 1280px; overflow: hidden"><button style="margin-left: 1270px">Go</button></div>',
      'out of the window (x): button “Go”',
    ],
    [
      'a control that has to be scrolled to sideways on a desk',
      '<div style="width: 200px; overflow: auto"><div style="width: 400px"><button style="margin-left: 300px">Go</button></div></div>',
      'out of the window (x): button “Go”',
    ],
    [
      'a control below a window that stays where it is',
      '<div style="position: fixed; inset: 0"><button style="margin-top: 790px">Go</button></div>',
      'out of the window (y): button “Go”',
    ],
    [
      'a page that scrolls sideways',
      '<div style="width: 1320px; height: 10px"></div>',
      'the page scrolls sideways by 40 px',
    ],
    [
      'a list of which a few lines show although there is room',
      `<ul role="listbox" style="height: 100px; margin-top: 60px; overflow: auto">${'<li>1A</li>'.repeat(30)}</ul>`,
      /^100 of 600 px shown: listbox/,
    ],
    [
      'fields of one row that differ in height',
      '<div style="display: flex; align-items: start"><input aria-label="One" style="height: 36px"><select aria-label="Two" style="height: 40px"></select></div>',
      'uneven fields 36.0 and 40.0: input “One” and select “Two”',
    ],
    [
      'fields of one row of a window that differ in height',
      '<div role="dialog" style="display: flex; align-items: start"><input aria-label="One" style="height: 36px"><input aria-label="Two" style="height: 44px"></div>',
      'uneven fields 36.0 and 44.0: input “One” and input “Two”',
    ],
    [
      'a document that is higher than its window',
      '<div role="dialog" style="height: 100px"><div style="height: 100%"><div style="height: 108px"></div></div></div>',
      '8 px out of its window: div “”',
    ],
    [
      'a row of lines that keeps a blank one',
      '<div data-folded><table><tbody><tr style="display: block; height: 104px"><td style="display: block; height: 82px">1A</td></tr></tbody></table></div>',
      '22 px below the last line of a row: tr “1A”',
    ],
    [
      'a toolbar that needs a second line',
      '<div role="toolbar" style="display: flex; flex-wrap: wrap; width: 100px"><button>A</button><button>B</button><button>C</button></div>',
      'toolbar in two lines: toolbar “ABC”',
    ],
  ])('%s', async (_, html, fault) => {
    expect(await faultsOf(html)).toEqual([typeof fault === 'string' ? fault : expect.stringMatching(fault)]);
  });

  it.each([
    ['a low button', '<button style="height: 32px">A</button>', 'small target 44 × 32: button “A”'],
    [
      'a box without a label that could be pressed',
      '<input type="checkbox" aria-label="Chosen" style="width: 20px; height: 20px">',
      'small target 20 × 20: input “Chosen”',
    ],
  ])('a target smaller than a finger: %s', async (_, html, fault) => {
    expect(await faultsOf(html, { isPhone: true, width: 390 })).toEqual([fault]);
  });
});

it.each([
  350, 250,
])('finds on a phone the tools of a row that are beside the window, after one of %s px', async (width) => {
  const row = `<div style="display: flex; gap: 8px; width: 378px; overflow: auto"><button style="flex: none; width: ${width}px">Go</button><button style="flex: none; width: 200px">X</button></div>`;
  expect(await faultsOf(row, { isPhone: true, width: 390 })).toEqual(['out of the window (x): button “X”']);
});

describe('has nothing against', () => {
  it.each([
    [
      'a button in a field',
      '<input style="height: 44px; width: 200px"><button class="at" style="top: 0; left: 150px" aria-label="Calendar"></button>',
    ],
    [
      'text under an opaque layer',
      '<p>71.9 of 100</p><div class="at" style="inset: 0; background: #fff; padding: 4px">Saved</div>',
    ],
    [
      'text for screen readers',
      '<p>71.9</p><span class="at" style="top: 0; left: 0; width: 1px; height: 1px; overflow: hidden">Saved</span>',
    ],
    ['text that is not there yet', '<p>71.9</p><span class="at" style="top: 0; left: 0; opacity: 0">Saved</span>'],
    [
      'lines of a paragraph that are close together',
      '<p style="line-height: 15px; width: 120px">Saved a moment ago on <b>this</b> computer</p>',
    ],
    ['a word that ends at a hyphen', '<p style="width: 60px">Ali-Baptiste</p>'],
    [
      'a code that no column is wide enough for',
      '<code style="display: block; width: 90px; overflow-wrap: anywhere">9d1f6c0a77aa41b2</code>',
    ],
    [
      'a heading that is cut and says the whole to those who point',
      '<table style="width: 60px; table-layout: fixed"><tr><th scope="col" title="Subjects taken" class="cut" style="text-overflow: ellipsis">Subjects taken</th></tr></table>',
    ],
    ['text cut with an ellipsis', `<p class="cut" style="text-overflow: ellipsis">${sentence}</p>`],
    ['text cut with a tooltip', `<p class="cut" title="${sentence}">${sentence}</p>`],
    [
      'text cut after its second line with an ellipsis',
      `<p style="width: 120px; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2">${sentence}</p>`,
    ],
    [
      'what is scrolled to',
      `<div role="region" style="height: 500px; overflow: auto"><div style="height: 900px"></div><button>A</button></div>`,
    ],
    [
      'a table of more columns than the window is broad',
      `<div style="width: 200px; overflow: auto"><table><tr>${'<th scope="col" style="min-width: 60px">1A</th>'.repeat(9)}</tr></table></div>`,
    ],
    [
      'a link in a line in which the text beside it ends',
      '<p style="width: 200px"><span>296 of 833 reports are not complete, of these 200 without marks.</span> <a href="#">See what is missing by class and subject</a></p>',
    ],
    ['a long page', '<div style="height: 3000px"></div><button>A</button>'],
    [
      'a window over a button of the page',
      '<button>A</button><div class="at" style="inset: 0; background: #fff"><p>Really?</p></div>',
    ],
    [
      'the words of a control',
      '<button style="width: 120px"><span>Save</span></button><label><input type="checkbox"> Chosen</label>',
    ],
    [
      'fields of one height',
      '<div style="display: flex"><input style="height: 36px"><select style="height: 36px"></select></div>',
    ],
    [
      'a field of a window over a lower one of the page',
      '<input style="height: 36px"><div role="dialog" class="at" style="top: 4px"><input style="height: 44px; background: #fff"></div>',
    ],
    ['a short list that is whole', '<ul style="max-height: 100px; overflow: auto"><li>1A</li></ul>'],
  ])('%s', async (_, html) => {
    expect(await faultsOf(html)).toEqual([]);
  });

  it.each([
    ['a link in a sentence', '<p>Marks come from the <a href="#">mark book</a> of the class.</p>'],
    [
      'a box with a label of a finger’s height',
      '<label style="display: flex; height: 44px"><input type="checkbox"> Chosen</label>',
    ],
    [
      'a button that is pressed around its edge too',
      '<style>i { display: block; height: 20px } b { position: relative; display: block } b::after { content: ""; position: absolute; inset: -12px }</style><i></i><button style="height: 24px; width: 44px; border: 0; padding: 0"><b>A</b></button>',
    ],
    [
      'a grid that is scrolled sideways',
      '<div style="width: 200px; overflow: auto"><div role="grid" style="width: 400px"><button style="margin-left: 300px">Go</button></div></div>',
    ],
  ])('on a phone: %s', async (_, html) => {
    expect(await faultsOf(html, { isPhone: true, width: 390 })).toEqual([]);
  });
});

it('reads what is shown, what is typed, and what is said to those who point or listen', async () => {
  await page.setContent(
    '<title>Marks</title><p title="Half">71.9</p><input value="Typed" aria-label="Mark"><p style="display: none">gone</p>',
  );
  expect((await listShownTexts(page)).sort()).toEqual(['71.9', 'Half', 'Mark', 'Marks', 'Typed']);
});
