// Whoever has read enough closes a pipe, as `head` does. What a command does goes on, and its exit code still says what became of
// it; only its text is lost. Without this the next line would end it with the trace of an EPIPE.
function ignoreClosed(error) {
  if (error.code !== 'EPIPE') throw error;
}

process.stdout.on('error', ignoreClosed);
process.stderr.on('error', ignoreClosed);
