#!/usr/bin/perl
# Process 1 of the jail: runs each line of a file (ended by NUL) with bash in a fresh folder, waits until everything that it
# started has ended, and prints what ran: records of the stubs, `files` with the files that are new, then the exit status.
use strict;
use warnings;

my ($source, $seconds) = @ARGV;
my ($work, $log) = ('/fuzz/work', '/fuzz/log/ran');
$| = 1;
open(my $input, '<', $source) or die "$source: $!";
{
    local $/ = "\0";
    while (my $line = <$input>) {
        chomp $line;
        run($line);
    }
}

sub run {
    my ($line) = @_;
    fresh();
    my $child = fork() // die "fork: $!";
    shell($line) if $child == 0;
    my $status = wait_for_all($child);
    my $broken = $status == 2 && !parses($line);
    print contents($log), join("\0", 'files', new_files('.')), "\0",
        'ended', "\0", $broken ? 'broken' : $status, "\0";
}

sub shell {
    my ($line, @options) = @_;
    open(STDIN, '<', '/dev/null');
    open(STDOUT, '>', '/dev/null');
    open(STDERR, '>', '/dev/null');
    exec('/usr/bin/bash', '--noprofile', '--norc', @options, '-c', $line);
    exit 127;
}

# All orphans become children of process 1: none is left when there is nobody to wait for.
sub wait_for_all {
    my ($child) = @_;
    my $status = 'late';
    eval {
        local $SIG{ALRM} = sub { die "late\n" };
        alarm $seconds;
        while ((my $ended = waitpid(-1, 0)) > 0) {
            $status = $? >> 8 if $ended == $child;
        }
    };
    alarm 0;
    if ($@) {
        $status = 'late';
        kill 'KILL', -1;
        1 while waitpid(-1, 0) > 0;
    }
    return $status;
}

sub parses {
    my ($line) = @_;
    my $child = fork() // die "fork: $!";
    shell($line, '-n') if $child == 0;
    return wait_for_all($child) eq '0';
}

sub fresh {
    chdir '/fuzz';
    empty($work);
    chdir $work or die "$work: $!";
    mkdir 'sub';
    write_file($_, "one two\n") for 'a.txt', 'b.txt', 'sub/c.txt';
    write_file('lib.sh', "from-file x\n");
    write_file($log, '');
}

sub empty {
    my ($folder) = @_;
    for my $path (entries($folder)) {
        if (-d $path && !-l $path) { empty($path); rmdir $path }
        else { unlink $path }
    }
}

sub new_files {
    my ($folder) = @_;
    my %given = map { $_ => 1 } './a.txt', './b.txt', './sub/c.txt', './lib.sh';
    return map { -d $_ && !-l $_ ? new_files($_) : $given{$_} ? () : ($_) } entries($folder);
}

sub entries {
    my ($folder) = @_;
    opendir(my $handle, $folder) or return ();
    return map { "$folder/$_" } sort grep { !/^\.\.?$/ } readdir $handle;
}

sub write_file {
    my ($path, $text) = @_;
    open(my $file, '>', $path) or die "$path: $!";
    print $file $text;
    close $file;
}

sub contents {
    my ($path) = @_;
    open(my $file, '<', $path) or return '';
    local $/;
    return <$file> // '';
}
