// The linter's rules: those of typescript-eslint, and globals that only some folders may use.
import js from '@eslint/js';
import ts from 'typescript-eslint';

/** The first four rules below are about globals. Rules about imports are in .dependency-cruiser.mjs. */
const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message:
    'Only tasks/settings/settings.ts, server/login-config.ts and server/mcp/adapter-settings.ts read the environment.',
};
const clock = {
  selector: "MemberExpression[object.name='Date'][property.name='now']",
  message: 'The core is pure: pass the time in.',
};
const chance = {
  selector: "MemberExpression[object.name='Math'][property.name='random']",
  message: 'The core is pure: pass random values in.',
};
const now = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: 'The core is pure: pass the time in.',
};
/** A module is easier to read if all its imports are at the top. */
const importsFirst = {
  selector: 'Program > :not(ImportDeclaration) ~ ImportDeclaration',
  message: 'Imports come first.',
};

export default ts.config(
  { ignores: ['.cache/**', 'public*/**', 'coverage/**', 'node_modules/**', 'test/fixtures/**'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  {
    languageOptions: { globals: { process: 'readonly', URL: 'readonly', console: 'readonly' } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-empty-function': 'off',
      'no-restricted-syntax': ['error', importsFirst],
      'no-irregular-whitespace': ['error', { skipRegExps: true, skipTemplates: true, skipStrings: true }],
    },
  },
  {
    // These rules need types. Computing the types takes half a minute for the sources, and would take another minute
    // for the tests.
    files: ['tasks/**/*.ts', 'server/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      // A listener may be async, because all our listeners catch their own errors.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
    },
  },
  { files: ['tasks/**', 'server/**'], rules: { 'max-depth': ['error', 3] } },
  {
    files: ['tasks/**', 'server/**'],
    ignores: ['tasks/settings/settings.ts', 'server/login-config.ts', 'server/mcp/adapter-settings.ts'],
    rules: { 'no-restricted-syntax': ['error', importsFirst, environment] },
  },
  {
    files: ['tasks/pdc/**', 'tasks/theme/{pages,parts,labels}/*.ts', 'tasks/theme/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'fetch', 'Buffer', 'setTimeout', 'setInterval'],
      'no-restricted-syntax': ['error', importsFirst, environment, clock, chance, now],
    },
  },
  {
    files: ['server/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'error' },
  },
  {
    files: ['server/**'],
    ignores: ['server/mcp/**', 'server/sandbox/client/**', 'server/operate/doctor/send-request.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Only server/providers/wire.ts and the doctor send requests.' },
      ],
    },
  },
  {
    // This code also runs in a Worker. Only the entrances for Node may use Node's globals.
    files: ['server/mcp/**'],
    ignores: [
      'index.js',
      'adapter-command.ts',
      'adapter-settings.ts',
      'site/folder-reader.ts',
      'entrances/http.ts',
      'entrances/stdio.ts',
    ].map((name) => `server/mcp/${name}`),
    rules: { 'no-restricted-globals': ['error', 'process', 'Buffer', 'global', 'setImmediate'] },
  },
  { files: ['test/**'], rules: { '@typescript-eslint/no-unused-expressions': 'off' } },
);
