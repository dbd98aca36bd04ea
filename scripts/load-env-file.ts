import { existsSync } from 'node:fs';

// Variables of the real environment win over the file.
if (existsSync('.env')) process.loadEnvFile('.env');
