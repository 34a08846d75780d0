/** Shows that Node starts in a sandbox and can reply. */
process.send?.('ready');
process.disconnect?.();
