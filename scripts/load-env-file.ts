import { existsSync } from 'node:fs';

// What is in the real environment wins over the file.
if (existsSync('.env')) process.loadEnvFile('.env');
