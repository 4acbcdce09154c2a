// A reader such as `head` closes the pipe when it has read enough. The command continues, and its exit code still shows
// the result; only its output is lost. Without this handler, the next line would end the command with the trace of an
// EPIPE.
function ignoreClosed(error) {
  if (error.code !== 'EPIPE') throw error;
}

process.stdout.on('error', ignoreClosed);
process.stderr.on('error', ignoreClosed);
