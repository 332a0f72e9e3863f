import { findPlaceInAccount } from './account-file.ts';
import { buildSchoolFile } from './build/build-functions.ts';
import { buildParts } from './build/build-parts.ts';
import { PassedTemplates } from './build/passed-templates.ts';
import { addSchoolStacks, createCheckedApp } from './formroom-app.ts';
import { checkedOutVersion } from './operators/deployment/deploy-arguments.ts';
import { runApp } from './operators/operator-error.ts';
import { loadSchool } from './school.ts';

/** `npx cdk <command> -c school=<id>`: builds what will be deployed, then the five stacks of that school. */
await runApp(async () => {
  // `-c version=…` wins over it.
  const passed = new PassedTemplates();
  const app = createCheckedApp({ context: { version: checkedOutVersion() } }, passed);
  const school = loadSchool(app.node.tryGetContext('school'));
  const [parts, folder] = await Promise.all([
    buildParts({ hasSourceMaps: app.node.tryGetContext('sourceMaps') === 'yes' }),
    buildSchoolFile(school),
  ]);
  addSchoolStacks(app, school, { ...parts, school: folder }, findPlaceInAccount(school.id));
  passed.add(app.synth());
});
