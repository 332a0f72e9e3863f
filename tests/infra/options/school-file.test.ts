import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadSchool } from '../../../infra/school.ts';
import { everyOption } from '../../support/samples/every-option.ts';
import { messageOf } from '../message-of.ts';
import { loadDemoSchool } from '../stacks/templates.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = pathToFileURL(`${temporaryFolder()}/`);
const write = (id: string, content: object) => writeFileSync(new URL(`${id}.json`, folder), JSON.stringify(content));

describe('a stage of a school', () => {
  it('writes to no families', () => {
    const { aws, operatorEmail, ...school } = loadDemoSchool();
    write('school', { ...school, aws, operatorEmail, id: 'school' });
    write('staging-school', { stageOf: 'school', id: 'staging-school', aws, domain: null, operatorEmail });
    expect(loadSchool('school', folder).optionSettings).toMatchObject({ families: { letters: {} } });
    expect(loadSchool('staging-school', folder).optionSettings?.families).toEqual({});
  });

  it('has no letters of its own either', () => {
    const { optionSettings, ...school } = loadDemoSchool();
    write('staging-letters', { ...school, id: 'staging-letters', stageOf: 'school', optionSettings });
    expect(() => loadSchool('staging-letters', folder)).toThrow('optionSettings: a stage sends no mail.');
  });
});

describe('a school file', () => {
  it.each([
    [
      'an option that there is not',
      { options: ['chess'], optionSettings: {} },
      `There is no option "chess". There are: ${everyOption.join(', ')}.`,
    ],
    [
      'an option without what it needs',
      { options: ['scan-stations'], optionSettings: {}, attendance: {} },
      'Scan stations need attendance: set attendance.isOn, or leave them out.',
    ],
  ])('with %s is refused, with the line', (_, more, message) => {
    write('optional', { ...loadDemoSchool(), id: 'optional', ...more });
    expect(messageOf(() => loadSchool('optional', folder))).toBe(`infra/schools/optional.json: options.0: ${message}`);
  });
});
